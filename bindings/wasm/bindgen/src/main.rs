//! Writes the JavaScript, the types and the WebAssembly for the web, from what cargo has built:
//! `betza-bindgen IN.wasm OUT_DIR`.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, out] = args.as_slice() else {
        eprintln!("usage: betza-bindgen IN.wasm OUT_DIR");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    // The JavaScript finds the WebAssembly beside itself.
    let web = bindgen
        .input_path(input)
        .out_name("betza")
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true);
    match web.and_then(|bindgen| bindgen.generate(out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{input}: {error:#}; wasm-bindgen must have one version in both Cargo.lock files");
            ExitCode::FAILURE
        }
    }
}
