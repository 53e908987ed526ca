// The built-in games in groups, each by its id and its title. The tests hold that all are here, with the titles that they give themselves.
export const GAMES = [
  ["Chess and other ways to begin or draw it", [
    ["chess", "Chess"], ["chess960", "Chess960"], ["nocastle", "Chess without castling"], ["armageddon", "Armageddon chess"],
    ["placement", "Placement chess"], ["pocketknight", "Pocket knight chess"],
  ]],
  ["Chess with other aims", [
    ["3check", "Three-check"], ["5check", "Five-check"], ["kingofthehill", "King of the hill"], ["racingkings", "Racing kings"],
    ["horde", "Horde"], ["threekings", "Three kings chess"], ["twokings", "Two kings each"], ["coregal", "Coregal chess"],
    ["knightmate", "Knightmate"], ["extinction", "Extinction chess"], ["extinction960", "Extinction chess from shuffled starts"],
    ["kinglet", "Kinglet chess"], ["checkless", "Checkless chess"], ["antichess", "Antichess"], ["giveaway", "Giveaway chess"],
    ["suicide", "Suicide chess"], ["losers", "Losers chess"], ["codrus", "Codrus"], ["misere", "Misere chess"],
  ]],
  ["Chess with other captures or squares", [
    ["atomic", "Atomic chess"], ["atomic960", "Atomic chess from shuffled starts"], ["atomar", "Atomar chess"],
    ["nocheckatomic", "Atomic chess without check"], ["andernach", "Andernach chess"], ["petrified", "Petrified chess"],
    ["rifle", "Rifle chess"], ["shoot", "Shoot chess"], ["volcano", "Volcano: a game of eruptions"], ["alice", "Alice chess"],
    ["duck", "Duck chess"], ["grid", "Grid chess"], ["displacedgrid", "Displaced-grid chess"], ["slippedgrid", "Slipped-grid chess"],
    ["gridolina", "Berolina grid chess"],
  ]],
  ["Chess with drops or two boards", [
    ["crazyhouse", "Crazyhouse"], ["chessgi", "Chessgi"], ["loop", "Loop chess"], ["bughouse", "Bughouse"], ["koedem", "Koedem"],
    ["seirawan", "Seirawan chess"], ["seirawan960", "Seirawan chess from shuffled starts"], ["shouse", "S-house"],
    ["capahouse", "Capahouse"], ["dragon", "Dragon chess"],
  ]],
  ["Chess with other Pawns", [
    ["berolina", "Berolina chess"], ["legan", "Legan chess"], ["pawnback", "Pawn-back chess"], ["pawnsideways", "Pawn-sideways chess"],
    ["torpedo", "Torpedo chess"], ["newzealand", "New Zealand chess"],
  ]],
  ["Chess with other pieces", [
    ["almost", "Almost chess"], ["sortofalmost", "Sort of almost chess"], ["amazon", "Amazon chess"], ["chigorin", "Chigorin chess"],
    ["georgian", "Georgian chess"], ["grasshopper", "Grasshopper chess"], ["gryphon", "Gryphon chess"],
    ["circulargryphon", "Circular Gryphon chess"], ["simplifiedgryphon", "Simplified Gryphon chess"], ["hoppelpoppel", "Hoppel-poppel"],
    ["mightylion", "Mighty-Lion Chess"], ["nightrider", "Nightrider chess"], ["paradigm", "Paradigm chess30"], ["perfect", "Perfect chess"],
    ["spartan", "Spartan chess"], ["super", "Super chess"], ["ultima", "Ultima (the Coordinator without its capture)"],
  ]],
  ["Chess on larger boards", [
    ["capablanca", "Capablanca chess"], ["caparandom", "Capablanca random chess"], ["gothic", "Gothic chess"], ["embassy", "Embassy chess"],
    ["janus", "Janus chess"], ["supercapablanca", "Super-Capablanca chess"], ["centaur", "Centaur chess"],
    ["chancellor", "Chancellor chess"], ["modern", "Modern chess"], ["courier", "Courier chess"], ["grand", "Grand chess"],
    ["opulent", "Opulent chess"], ["gustav3", "Gustav III's chess"], ["lionchess", "Chess with Lions, Checkers men and Locusts"],
    ["omega", "Omega chess"], ["omicron", "Omicron chess"], ["rococopieces", "Rococo's pieces, every square like every other"],
    ["roman", "Roman chess"], ["shako", "Shako"], ["tencubed", "Tencubed chess"], ["troitzky", "Troitzky chess"], ["wolf", "Wolf chess"],
  ]],
  ["Chess on smaller boards", [
    ["losalamos", "Los Alamos chess"], ["gardner", "Gardner minichess"], ["micro-sjaak", "Gardner minichess, kings in the corner"],
    ["diana", "Diana chess"],
  ]],
  ["Old and regional chess", [
    ["chaturanga", "Chaturanga"], ["chaturangasjaak", "Chaturanga, as Sjaak II has it"], ["shatranj", "Shatranj"],
    ["greatshatranj", "Great shatranj"], ["shatar", "Shatar"], ["raazuvaa", "Raazuvaa"], ["makruk", "Makruk"], ["makpong", "Makpong"],
    ["ai-wok", "Ai-wok"], ["cambodian", "Ouk chatrang"], ["karouk", "Kar ouk"], ["asean", "ASEAN chess"], ["sittuyin", "Sittuyin"],
  ]],
  ["Shogi", [
    ["shogi", "Shogi"], ["annanshogi", "Annan shogi"], ["checkshogi", "Check shogi"], ["euroshogi", "EuroShogi"],
    ["okisakishogi", "Okisaki shogi"], ["shoshogi", "Sho shogi"], ["yarishogi", "Yari shogi"], ["minishogi", "Minishogi"],
    ["gorogoro", "Gorogoro shogi"], ["judkins", "Judkins shogi"], ["kyotoshogi", "Kyoto shogi"], ["micro", "Micro shogi"],
    ["dobutsu", "Dobutsu shogi"], ["torishogi", "Tori shogi"], ["chushogi", "Chu Shogi"], ["dai", "Dai Shogi"],
    ["tenjiku", "Tenjiku Shogi (without the Fire Demon's burn)"],
  ]],
  ["Xiangqi and janggi", [
    ["xiangqi", "Xiangqi"], ["jieqi", "Jieqi"], ["manchu", "Manchu chess"], ["minixiangqi", "Minixiangqi"], ["supply", "Supply chess"],
    ["janggi", "Janggi"], ["janggicasual", "Janggi, casual"], ["janggimodern", "Janggi, modern"],
    ["janggitraditional", "Janggi, traditional"],
  ]],
  ["Draughts", [
    ["international", "International draughts"], ["brazilian", "Brazilian draughts"], ["russian", "Russian draughts (shashki)"],
    ["checkers", "English draughts (checkers)"], ["fox-and-hounds", "Fox and hounds"],
  ]],
  ["Other games", [
    ["amazons", "The Game of the Amazons"], ["ataxx", "Ataxx"], ["breakthrough", "Breakthrough"], ["cfour", "Connect Four"],
    ["clobber", "Clobber"], ["clobber10", "Clobber on 10x10"], ["flipello", "Othello"], ["flipello10", "Othello on 10x10 squares"],
    ["flipersi", "Reversi"], ["isolation", "Isolation"], ["isolation7x7", "Isolation on 7x7 squares"], ["jesonmor", "Jeson mor"],
    ["joust", "Joust"], ["snailtrail", "Snailtrail"], ["tictactoe", "Tic-tac-toe"],
  ]],
];
