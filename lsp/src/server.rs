//! The conversation with an editor.

use crate::document::Document;
use crate::places;
use betza_notation::Dialect;
use betza_variants::outline;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{CodeActionRequest, Completion, GotoDefinition, HoverRequest, Request as _};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionParams, CodeActionProviderCapability,
    CompletionItem, CompletionItemKind, CompletionOptions, CompletionParams, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, Documentation, GotoDefinitionParams, Hover, HoverContents,
    HoverParams, HoverProviderCapability, Location, MarkupContent, MarkupKind, OneOf, PublishDiagnosticsParams, Range,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, TextEdit, Uri,
    WorkspaceEdit,
};
use serde_json::Value;
use std::collections::HashMap;
use std::error::Error;
use std::path::PathBuf;
use std::str::FromStr;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The open files.
struct Server {
    dialect: Dialect,
    documents: HashMap<String, Document>,
}

/// Serves until the editor says `exit`.
pub(crate) fn run(connection: &Connection, dialect: Dialect) -> Outcome<()> {
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["[", ".", "{", "\""].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    };
    connection.initialize(serde_json::to_value(capabilities)?)?;
    let mut server = Server { dialect, documents: HashMap::new() };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                connection.sender.send(Message::Response(server.answer(request)))?;
            }
            Message::Notification(told) => {
                // Nobody waits for an answer to what cannot be read.
                if let Ok(Some(diagnostics)) = server.take(told) {
                    let method = PublishDiagnostics::METHOD.to_owned();
                    connection.sender.send(Message::Notification(Notification::new(method, diagnostics)))?;
                }
            }
            Message::Response(_) => {}
        }
    }
    Ok(())
}

impl Server {
    /// Takes what has become of a file; what is wrong with it now, or an error if the editor's words cannot be read.
    fn take(&mut self, told: Notification) -> serde_json::Result<Option<PublishDiagnosticsParams>> {
        let (uri, version, text) = match &told.method[..] {
            DidOpenTextDocument::METHOD => {
                let opened: DidOpenTextDocumentParams = serde_json::from_value(told.params)?;
                (opened.text_document.uri, Some(opened.text_document.version), opened.text_document.text)
            }
            DidChangeTextDocument::METHOD => {
                let changed: DidChangeTextDocumentParams = serde_json::from_value(told.params)?;
                // Changes are whole texts; the last one holds.
                let Some(last) = changed.content_changes.into_iter().last() else { return Ok(None) };
                (changed.text_document.uri, Some(changed.text_document.version), last.text)
            }
            DidCloseTextDocument::METHOD => {
                let closed: DidCloseTextDocumentParams = serde_json::from_value(told.params)?;
                let uri = closed.text_document.uri;
                self.documents.remove(uri.as_str());
                return Ok(Some(PublishDiagnosticsParams::new(uri, Vec::new(), None)));
            }
            _ => return Ok(None),
        };
        let document = Document::new(uri.as_str(), text, self.dialect);
        let diagnostics = document.diagnostics();
        self.documents.insert(uri.as_str().to_owned(), document);
        Ok(Some(PublishDiagnosticsParams::new(uri, diagnostics, version)))
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let answered = match &method[..] {
            HoverRequest::METHOD => self.hover(params),
            Completion::METHOD => self.complete(params),
            GotoDefinition::METHOD => self.define(params),
            CodeActionRequest::METHOD => self.mend(params),
            _ => {
                let message = format!("betza does not know {method}");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
            }
        };
        match answered {
            Ok(value) => Response::new_ok(id, value),
            Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
        }
    }

    /// The file that is asked about, and the byte in it.
    fn at(&self, params: &TextDocumentPositionParams) -> Option<(&Document, usize)> {
        let document = self.documents.get(params.text_document.uri.as_str())?;
        Some((document, places::byte(&document.text, params.position)))
    }

    fn hover(&self, params: Value) -> Outcome<Value> {
        let params: HoverParams = serde_json::from_value(params)?;
        let found = self.at(&params.text_document_position_params).and_then(|(document, at)| {
            let (span, value) = document.hover(at)?;
            let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
            Some(Hover { contents, range: Some(places::range(&document.text, &span)) })
        });
        Ok(serde_json::to_value(found)?)
    }

    fn complete(&self, params: Value) -> Outcome<Value> {
        let params: CompletionParams = serde_json::from_value(params)?;
        let found = self.at(&params.text_document_position).map(|(document, at)| document.completions(at));
        let (keys, are_values) = found.unwrap_or_default();
        let item = |key: betza_variants::keys::Key| CompletionItem {
            label: key.name,
            kind: Some(if are_values { CompletionItemKind::VALUE } else { CompletionItemKind::PROPERTY }),
            documentation: Some(Documentation::MarkupContent(MarkupContent {
                kind: MarkupKind::Markdown,
                value: key.meaning,
            })),
            ..CompletionItem::default()
        };
        let items: Vec<CompletionItem> = keys.into_iter().map(item).collect();
        Ok(serde_json::to_value(items)?)
    }

    /// What may be written instead of what is wrong.
    fn mend(&self, params: Value) -> Outcome<Value> {
        let params: CodeActionParams = serde_json::from_value(params)?;
        let uri = params.text_document.uri;
        let Some(document) = self.documents.get(uri.as_str()) else { return Ok(Value::Null) };
        let place = |at| places::byte(&document.text, at);
        let asked = place(params.range.start)..place(params.range.end);
        let action = |(title, span, text): (String, std::ops::Range<usize>, String)| {
            let edit = TextEdit::new(places::range(&document.text, &span), text);
            // The protocol has a map of addresses.
            #[allow(clippy::mutable_key_type)]
            let changes = HashMap::from([(uri.clone(), vec![edit])]);
            CodeActionOrCommand::CodeAction(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                edit: Some(WorkspaceEdit::new(changes)),
                ..CodeAction::default()
            })
        };
        let all: Vec<CodeActionOrCommand> = document.fixes(&asked).into_iter().map(action).collect();
        Ok(serde_json::to_value(all)?)
    }

    fn define(&self, params: Value) -> Outcome<Value> {
        let params: GotoDefinitionParams = serde_json::from_value(params)?;
        let asked = &params.text_document_position_params;
        let Some((document, at)) = self.at(asked) else { return Ok(Value::Null) };
        let Some(parent) = document.parent(at) else { return Ok(Value::Null) };
        let location = match &parent.section {
            Some(span) => Location::new(asked.text_document.uri.clone(), places::range(&document.text, span)),
            None => match outline::built_in(&parent.name) {
                Some((name, text)) => Location::new(built_in_file(name, text)?, Range::default()),
                None => return Ok(Value::Null),
            },
        };
        Ok(serde_json::to_value(location)?)
    }
}

/// The address of a built-in game's text. Editors open files only, so it is written to the folder for temporary files.
fn built_in_file(name: &str, text: &str) -> Outcome<Uri> {
    let folder: PathBuf = std::env::temp_dir().join(format!("betza-games-{}", env!("CARGO_PKG_VERSION")));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{name}.toml"));
    if std::fs::read_to_string(&path).ok().as_deref() != Some(text) {
        std::fs::write(&path, text)?;
    }
    let mut address = "file://".to_owned();
    let path = path.to_string_lossy().replace('\\', "/");
    if !path.starts_with('/') {
        address.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => address.push(byte.into()),
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&address).map_err(|e| format!("{address}: {e}").into())
}
