// Known pieces: name, notation, dialect. Names and moves are those of the pages that docs/notation names.
export const GALLERY = [
  ["King", "K"], ["Queen", "Q"], ["Rook", "R"], ["Bishop", "B"], ["Knight", "N"], ["Pawn", "fmWfceFifmnD", "xbetza"],
  ["Wazir", "W"], ["Ferz", "F"], ["Dabbaba", "D"], ["Alfil", "A"], ["Threeleaper", "H"], ["Camel", "L"], ["Zebra", "J"],
  ["Chancellor", "RN"], ["Archbishop", "BN"], ["Amazon", "QN"], ["Centaur", "KN"], ["Dragon king", "RF"], ["Dragon horse", "BW"],
  ["Gold general", "WfF"], ["Silver general", "FfW"], ["Shogi knight", "ffN"], ["Lance", "fR"], ["Shogi pawn", "fW"],
  ["Nightrider", "NN"], ["Mao", "nN", "xbetza"], ["Xiangqi elephant", "nA", "xbetza"], ["Cannon", "mRcpR", "xbetza"], ["Vao", "mBcpB", "xbetza"], ["Grasshopper", "gQ", "xbetza"],
  ["Rose", "qN", "xbetza"], ["Griffon", "FyafsF", "xbetza"], ["Crooked bishop", "zB", "xbetza"], ["Kirin", "FD"], ["Phoenix", "WA"],
  ["Lion", "KNADcaKmcabK", "xbetza"], ["Champion", "WAD"], ["Wizard", "FL"], ["Berolina pawn", "fmFfcWifmnA", "xbetza"], ["Free double king", "K--K", "bex"],
].map(([name, notation, dialect = "betza"]) => ({ name, notation, dialect }));
