# Builds Fairy-Stockfish for large boards out of its tree, for comparisons; its own Makefile builds it for playing.
#
#     make -f build.mk SRC=SOURCES OUT=FOLDER [BETZA=PREFIX]      PREFIX is where betza is installed; without it the engine is as it was
#
# SOURCES may be those of pyffish's source package, which has no Makefile.
SRC ?= $(error SRC is the folder of the engine's sources)
OUT ?= $(error OUT is the folder for what is built)
CXX ?= g++
OPTIMIZE ?= -O2
FLAGS := -std=c++17 $(OPTIMIZE) -Wall -DNDEBUG -DIS_64BIT -DUSE_PTHREADS -DLARGEBOARDS -DALLVARS -DPRECOMPUTED_MAGICS -DNNUE_EMBEDDING_OFF
ifeq ($(shell uname -m),x86_64)
FLAGS += -DUSE_POPCNT -mpopcnt
endif
LINK := -lpthread
ifneq ($(BETZA),)
pkg = PKG_CONFIG_PATH=$(BETZA)/lib/pkgconfig pkg-config
FLAGS += -DBETZA $(shell $(pkg) --cflags betza)
LINK += $(shell $(pkg) --libs betza) -Wl,-rpath,$(BETZA)/lib
endif
# The modules for Python and JavaScript have programs of their own.
FILES := $(wildcard $(SRC)/*.cpp $(SRC)/syzygy/*.cpp $(SRC)/nnue/*.cpp $(SRC)/nnue/features/*.cpp)
NAMES := $(filter-out pyffish ffishjs,$(FILES:$(SRC)/%.cpp=%))
OBJECTS := $(NAMES:%=$(OUT)/%.o)

$(OUT)/stockfish: $(OBJECTS)
	$(CXX) $^ $(LINK) -o $@

$(OUT)/%.o: $(SRC)/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(FLAGS) -MMD -c $< -o $@

-include $(OBJECTS:.o=.d)
