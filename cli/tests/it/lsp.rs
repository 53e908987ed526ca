//! `betza lsp`, as an editor talks to it.

#[cfg(not(feature = "lsp"))]
#[test]
fn without_its_feature_it_says_how_to_build_it() {
    let r = crate::program::betza(&["lsp"]);
    assert_eq!((r.out.as_str(), r.status), ("", 1));
    assert!(r.err.contains("--features lsp"), "{}", r.err);
}

#[cfg(feature = "lsp")]
mod with_its_feature {
    use serde_json::{Value, json};
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

    /// An editor with a server of its own.
    struct Editor {
        server: Child,
        to: Option<ChildStdin>,
        from: BufReader<ChildStdout>,
        asked: i64,
    }

    impl Editor {
        fn start() -> Editor {
            let mut server = Command::new(env!("CARGO_BIN_EXE_betza"))
                .args(["lsp", "--dialect", "xbetza"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let (to, from) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
            let mut editor = Editor { server, to, from, asked: 0 };
            let answer = editor.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
            for can in ["hoverProvider", "completionProvider", "definitionProvider", "textDocumentSync"] {
                assert!(answer["capabilities"].get(can).is_some(), "{can}: {answer}");
            }
            editor.tell("initialized", json!({}));
            editor
        }

        fn send(&mut self, mut message: Value) {
            message["jsonrpc"] = json!("2.0");
            let text = message.to_string();
            let to = self.to.as_mut().unwrap();
            write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
            to.flush().unwrap();
        }

        fn receive(&mut self) -> Value {
            let mut length = 0;
            loop {
                let mut line = String::new();
                assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has ended");
                match line.trim_end().split_once(": ") {
                    Some(("Content-Length", n)) => length = n.parse().unwrap(),
                    Some(_) => {}
                    None => break,
                }
            }
            let mut text = vec![0; length];
            self.from.read_exact(&mut text).unwrap();
            serde_json::from_slice(&text).unwrap()
        }

        fn tell(&mut self, method: &str, params: Value) {
            self.send(json!({ "method": method, "params": params }));
        }

        /// Asks, and gives the result.
        fn ask(&mut self, method: &str, params: Value) -> Value {
            self.asked += 1;
            let id = self.asked;
            self.send(json!({ "id": id, "method": method, "params": params }));
            let answer = self.receive();
            assert_eq!(answer["id"], json!(id), "{answer}");
            assert!(answer.get("error").is_none(), "{answer}");
            answer["result"].clone()
        }

        /// Opens a file; its diagnostics as line, column of start and end, code.
        fn open(&mut self, uri: &str, text: &str) -> Vec<(u64, u64, u64, String)> {
            let document = json!({ "uri": uri, "languageId": "betza", "version": 1, "text": text });
            self.tell("textDocument/didOpen", json!({ "textDocument": document }));
            self.published(uri)
        }

        fn change(&mut self, uri: &str, text: &str) -> Vec<(u64, u64, u64, String)> {
            let document = json!({ "uri": uri, "version": 2 });
            let changes = json!([{ "text": text }]);
            self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
            self.published(uri)
        }

        fn published(&mut self, uri: &str) -> Vec<(u64, u64, u64, String)> {
            let told = self.receive();
            assert_eq!(told["method"], "textDocument/publishDiagnostics", "{told}");
            assert_eq!(told["params"]["uri"], uri);
            let one = |d: &Value| {
                let place = |end: &str, field: &str| d["range"][end][field].as_u64().unwrap();
                let code = d["code"].as_str().unwrap().to_owned();
                (place("start", "line"), place("start", "character"), place("end", "character"), code)
            };
            told["params"]["diagnostics"].as_array().unwrap().iter().map(one).collect()
        }

        fn at(&mut self, method: &str, uri: &str, line: u64, column: u64) -> Value {
            let position = json!({ "line": line, "character": column });
            self.ask(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": uri }, "position": position }))
        }

        /// The names that complete what stands before a place, with their meanings.
        fn completions(&mut self, uri: &str, line: u64, column: u64) -> Vec<(String, String)> {
            let items = self.at("completion", uri, line, column);
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let one = |item: &Value| (text(&item["label"]), text(&item["documentation"]["value"]));
            items.as_array().unwrap().iter().map(one).collect()
        }

        /// What is offered for the mistakes at a place: the title, the line with the columns of start and end, and the
        /// new text.
        fn fixes(&mut self, uri: &str, line: u64, column: u64) -> Vec<(String, (u64, u64, u64), String)> {
            let place = json!({ "line": line, "character": column });
            let context = json!({ "diagnostics": [] });
            let params = json!({ "textDocument": { "uri": uri }, "range": { "start": place, "end": place }, "context": context });
            let actions = self.ask("textDocument/codeAction", params);
            let one = |action: &Value| {
                let edit = &action["edit"]["changes"][uri][0];
                let range = &edit["range"];
                let place = |end: &str, field: &str| range[end][field].as_u64().unwrap();
                let span = (place("start", "line"), place("start", "character"), place("end", "character"));
                let text = |value: &Value| value.as_str().unwrap().to_owned();
                assert_eq!(action["kind"], "quickfix");
                (text(&action["title"]), span, text(&edit["newText"]))
            };
            actions.as_array().unwrap().iter().map(one).collect()
        }

        fn leave(mut self) {
            assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
            self.tell("exit", Value::Null);
            drop(self.to.take());
            assert!(self.server.wait().unwrap().success());
        }
    }

    #[test]
    fn notations_one_a_line() {
        let (mut editor, uri) = (Editor::start(), "file:///tmp/pieces.txt");
        // The second line's place is after the letters of its name, of which `ä` is one unit.
        let found = editor.open(uri, "mRcpR # a Cännon\nbetza: W§\n");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].0, found[0].1), (1, 8));
        assert_eq!(editor.change(uri, "mRcpR # a Cännon\nbetza: WD\n"), []);
        let hover = editor.at("hover", uri, 0, 2);
        let text = hover["contents"]["value"].as_str().unwrap();
        assert!(text.contains("Cannon") && text.contains("```text\n") && text.contains('@'), "{text}");
        assert_eq!(hover["range"]["end"], json!({ "line": 0, "character": 5 }));
        assert_eq!(editor.at("hover", uri, 0, 10), Value::Null);
        // Some editors show the first line alone: it has the name.
        assert_eq!(text.lines().next(), Some("`mRcpR` (xbetza): A Cannon (Pao)."));
        // Lines of a sheet have names, and a mistake is mended by what was meant.
        assert_eq!(editor.change(uri, "Mao: xbetza: mafsW\nLion: lion\nRook: betza: Rf\n").len(), 2);
        let fixes = editor.fixes(uri, 1, 6);
        assert_eq!(fixes, [("Write KNADcaKmcabK".to_owned(), (1, 6, 10), "KNADcaKmcabK".to_owned())]);
        let fixes = editor.fixes(uri, 2, 14);
        assert_eq!(fixes, [("Write fR".to_owned(), (2, 13, 15), "fR".to_owned())]);
        assert_eq!(editor.fixes(uri, 0, 1), []);
        editor.leave();
    }

    #[test]
    fn a_game_file() {
        let (mut editor, uri) = (Editor::start(), "file:///tmp/my.toml");
        let text =
            "format = 1\nname = \"my\"\nparent = \"chess\"\n\n[pieces.N]\nmove = \"nN\"\n\n[royalty]\nchek = true\n";
        let found = editor.open(uri, text);
        assert_eq!(found, [(8, 0, 4, "unknown-key".to_owned())]);
        let hover = editor.at("hover", uri, 5, 9);
        assert!(hover["contents"]["value"].as_str().unwrap().contains("Mao"), "{hover}");
        // FORMAT.md says of `dialect` in a piece: "of this notation", and of the game's own another thing.
        let hover = editor.at("hover", uri, 5, 1);
        assert!(hover["contents"]["value"].as_str().unwrap().contains("by side: the notation"), "{hover}");
        editor.change(uri, "format = 1\nparent = \"chess\"\n[pieces.N]\npromotion = { fo");
        let names: Vec<String> = editor.completions(uri, 3, 16).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["forced"]);
        editor.change(uri, "format = 1\nparent = \"chess\"\n[hands]\ndr");
        let names: Vec<String> = editor.completions(uri, 3, 2).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["drops", "drop_promoted", "drop_checks"]);
        // Those of FORMAT.md that begin so are the three above.
        editor.change(uri, "format = 1\nparent = \"chess9");
        let names: Vec<String> = editor.completions(uri, 1, 15).into_iter().map(|(name, _)| name).collect();
        assert!(names.contains(&"chess".to_owned()) && names.iter().all(|name| name.starts_with("chess")), "{names:?}");
        // Words, switches and the pieces of chess; a title may be anything.
        let mut values = |line: &str| {
            editor.change(uri, &format!("format = 1\nparent = \"chess\"\n{line}"));
            let (row, last) = (2 + line.matches('\n').count() as u64, line.lines().last().unwrap().len() as u64);
            editor.completions(uri, row, last).into_iter().map(|(name, _)| name).collect::<Vec<String>>()
        };
        assert_eq!(values("flavour = "), ["\"fen\"", "\"sfen\"", "\"pdn\""]);
        assert_eq!(values("flavour = \"s"), ["sfen"]);
        assert_eq!(values("must_capture = t"), ["true"]);
        assert_eq!(values("[pieces.P]\npromotion = { zone = \"rank 8\", to = [\"Q\", \"R"), ["R"]);
        assert_eq!(values("title = \"c"), [""; 0]);
        // A key with a slip of the pen.
        editor.change(uri, text);
        let fixes = editor.fixes(uri, 8, 2);
        assert_eq!(fixes, [("Write check".to_owned(), (8, 0, 4), "check".to_owned())]);
        editor.change(uri, text);
        let parent = editor.at("definition", uri, 2, 12);
        let path = parent["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
        let written = std::fs::read_to_string(path).unwrap();
        assert_eq!(written, include_str!("../../../variants/games/chess.toml"));
        editor.leave();
    }

    #[test]
    fn variants_ini() {
        let (mut editor, uri) = (Editor::start(), "file:///tmp/variants.ini");
        let text = "[first:chess]\ncustomPiece1 = a:nN\nmaxRnk = 8\n\n[second:first]\npromotionReg\n";
        let found = editor.open(uri, text);
        let codes: Vec<(u64, &str)> = found.iter().map(|(line, _, _, code)| (*line, code.as_str())).collect();
        assert!(codes.contains(&(2, "unknown-key")) && codes.contains(&(5, "no-effect")), "{codes:?}");
        let hover = editor.at("hover", uri, 1, 18);
        assert!(hover["contents"]["value"].as_str().unwrap().contains("Mao"), "{hover}");
        let completions = editor.completions(uri, 5, 12);
        let names: Vec<&str> = completions.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["promotionRegionWhite", "promotionRegionBlack"]);
        assert!(completions[1].1.contains("where pieces promote"), "{completions:?}");
        // The header of the earlier section.
        let parent = editor.at("definition", uri, 4, 9);
        assert_eq!(parent["uri"], uri);
        assert_eq!(parent["range"]["start"], json!({ "line": 0, "character": 0 }));
        editor.leave();
    }

    /// What is no request of a language server is refused, and the conversation goes on.
    #[test]
    fn odd_messages_do_not_end_it() {
        let mut editor = Editor::start();
        editor.send(json!({ "id": "x", "method": "textDocument/colours", "params": {} }));
        assert_eq!(editor.receive()["error"]["code"], -32601);
        editor.send(json!({ "id": "y", "method": "textDocument/hover", "params": { "nothing": 1 } }));
        assert_eq!(editor.receive()["error"]["code"], -32602);
        editor.tell("textDocument/didOpen", json!({ "nothing": 1 }));
        assert_eq!(editor.at("hover", "file:///tmp/not-open.txt", 0, 0), Value::Null);
        editor.leave();
    }

    /// Neovim's own client: what it shows while one edits a file of notations and a game. Skipped aloud where there is
    /// no Neovim.
    #[test]
    fn in_neovim() {
        if Command::new("nvim").arg("--version").output().is_err() {
            eprintln!("!! SKIPPED: the language server in Neovim: there is no nvim");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        std::fs::write(file("pieces.txt"), "mRcpR # a Cannon\nbetza: W~\n").unwrap();
        // The last line is being typed.
        let game = "format = 1\nname = \"my\"\nparent = \"chess\"\n\n[hands]\ndr";
        std::fs::write(file("my.toml"), game).unwrap();
        std::fs::write(file("run.lua"), include_str!("neovim.lua")).unwrap();
        let nvim = Command::new("nvim")
            .args(["--headless", "--clean", "-S", "run.lua"])
            .current_dir(folder.path())
            .env("BETZA_PROGRAM", env!("CARGO_BIN_EXE_betza"))
            .env("BETZA_TOLD", file("told.json"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&nvim.stderr);
        let told = std::fs::read_to_string(file("told.json")).unwrap_or_else(|e| panic!("{e}: {said}"));
        let told: Value = serde_json::from_str(&told).unwrap();
        // `~` is the ninth character of the second line.
        let wrong = told["wrong"].as_array().unwrap();
        assert_eq!(wrong.len(), 1, "{told}");
        assert_eq!((&wrong[0]["line"], &wrong[0]["from"], &wrong[0]["to"]), (&json!(1), &json!(8), &json!(9)));
        assert_eq!(told["mended"], json!([]), "{told}");
        let hover = told["hover"].as_str().unwrap();
        assert!(hover.contains("A Cannon (Pao).") && hover.contains('@'), "{hover}");
        // A key without a value, at the end of the sixth line.
        let game = told["game"].as_array().unwrap();
        assert_eq!((game.len(), &game[0]["line"]), (1, &json!(5)), "{told}");
        let mut completion: Vec<&str> =
            told["completion"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        completion.sort_unstable();
        assert_eq!(completion, ["drop_checks", "drop_promoted", "drops"]);
        let parent = told["parent"].as_str().unwrap();
        assert_eq!(std::fs::read_to_string(parent).unwrap(), include_str!("../../../variants/games/chess.toml"));
    }
}
