"""The functions of pyffish, by their names: ``import betza.pyffish as pyffish``.

>>> import betza.pyffish as pyffish
>>> pyffish.start_fen("capablanca")
'rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1'
>>> pyffish.get_san("chess", pyffish.start_fen("chess"), "g1f3")
'Nf3'
"""

from .._betza import pyffish as _native

FEN_OK = _native.FEN_OK
FEN_INVALID_PROMOTED_PIECE = _native.FEN_INVALID_PROMOTED_PIECE
NOTATION_DEFAULT = _native.NOTATION_DEFAULT
NOTATION_JANGGI = _native.NOTATION_JANGGI
NOTATION_LAN = _native.NOTATION_LAN
NOTATION_SAN = _native.NOTATION_SAN
NOTATION_SHOGI_HODGES = _native.NOTATION_SHOGI_HODGES
NOTATION_SHOGI_HODGES_NUMBER = _native.NOTATION_SHOGI_HODGES_NUMBER
NOTATION_SHOGI_HOSKING = _native.NOTATION_SHOGI_HOSKING
NOTATION_THAI_LAN = _native.NOTATION_THAI_LAN
NOTATION_THAI_SAN = _native.NOTATION_THAI_SAN
NOTATION_XIANGQI_WXF = _native.NOTATION_XIANGQI_WXF
VALUE_DRAW = _native.VALUE_DRAW
VALUE_MATE = _native.VALUE_MATE


class error(Exception):
    """pyffish's exception, which it never raises. What is wrong raises :class:`ValueError`."""


version = _native.version
info = _native.info
variants = _native.variants
set_option = _native.set_option
load_variant_config = _native.load_variant_config
start_fen = _native.start_fen
two_boards = _native.two_boards
captures_to_hand = _native.captures_to_hand
get_san = _native.get_san
get_san_moves = _native.get_san_moves
legal_moves = _native.legal_moves
get_fen = _native.get_fen
gives_check = _native.gives_check
is_capture = _native.is_capture
piece_to_partner = _native.piece_to_partner
game_result = _native.game_result
is_immediate_game_end = _native.is_immediate_game_end
is_optional_game_end = _native.is_optional_game_end
has_insufficient_material = _native.has_insufficient_material
validate_fen = _native.validate_fen
get_fog_fen = _native.get_fog_fen
