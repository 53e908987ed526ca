//! The program `betza`. Everything is in the library, which compiles while the generator still does; a program would
//! wait for it.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    betza_cli::run()
}
