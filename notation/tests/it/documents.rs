//! What the documents say to be the same, and what they tell apart: texts of one dialect or of two, on boards with
//! pieces at random.
//!
//! Each pair is a sentence, a picture or a table of a document, or a numbered decision where it is silent; none comes
//! from a run.

use betza_explain::compare::difference;
use betza_notation::{Dialect, read};

use Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};

fn piece(dialect: Dialect, text: &str) -> betza_ir::Piece {
    read(text, dialect).unwrap_or_else(|e| panic!("{dialect} {text}: {e:?}")).piece
}

/// Texts of a dialect, those between commas meaning the same.
fn same(dialect: Dialect, groups: &str) {
    let mut told = 0;
    for group in groups.split_whitespace() {
        let (first, rest) = group.split_once('=').unwrap();
        for other in rest.split('=') {
            let parts = difference(&piece(dialect, first), &piece(dialect, other));
            assert_eq!(parts, None, "{dialect}: {first} and {other}");
            told += 1;
        }
    }
    assert!(told > 30, "{dialect}: {told}");
}

fn differ(dialect: Dialect, pairs: &[(&str, &str)]) {
    for (one, other) in pairs {
        let parts = difference(&piece(dialect, one), &piece(dialect, other));
        assert!(parts.is_some(), "{dialect}: {one} and {other}");
    }
}

/// betza.txt: doubles, shortcuts, `s` and `v`, halves, `jD` as `gW2`, and D3, D4 for runs of letters.
#[test]
fn betza() {
    same(
        Betza,
        "WW=R=W0=W7 FF=B=F0 WWFF=Q=RB=W0F0 K=WF=FW R4=W4 B2=F2 Q2=W2F2=R2B2 K2=W2F2 W1=W N1=N NN=N0 C=L Z=J \
         jD=gW2=pD jA=gF2=pA jR=pR nW=W nF=F gQ=gRgB pQ=pRpB zW=zR zF=zB [WL]=[LW] \
         sW=rlW=lrW vW=fbW frlR=fsR frW=fWrW fbW=fWbW ffW=fW fhW=fW \
         ffN=fN bbN=bN llN=lN fhN=ffNfsN bhN=bbNbsN fsN=frNflN bsN=brNblN lvN=lfNlbN rvN=rfNrbN vN=fbN=ffNbbN sN=lNrN \
         frlN=fsN flrN=fsN frlF=fsF=fF fF=ffF=fhF fsF=fF lvF=lF flF=lfF frF=rfF vF=F sF=F ffrbF=fFrbF frlbF=frFlbF \
         fK=fWfF fcFfmW=fmWfcF m(WD)=mWmD mcW=W cmN=N frlK=fsK",
    );
    differ(Betza, &[("fN", "fhN"), ("flN", "lfN"), ("pR", "gR"), ("jD", "nD"), ("oR", "R"), ("zB", "B")]);
}

/// extended.txt: shortcuts, operators and exponents written out, prefixes of paths and of groups.
#[test]
fn extended() {
    same(
        Extended,
        "K=WF B=F0=FF R=W0=WW Q=RB C=L Z=J I=H (fmW)(fcF)=fmWfcF m(WF)=mWmF (W)=W ((W))=W \
         W3=WtfWtfW=WtWtW=R3 W-3=W-fW-fW=W-W-W=nH Wx3=WxWxW W+3=W+W+W W?2=W?W W!2=W!W Wd2=WdW F2=FtF W-0=W0 \
         Nrf3=NtrfNtrfN (FtlF)r2=FtlFtrFtlF W-F=W-fF=W-flFW-frF cR+R=c(R+R) frmWxlW=frm(WxlW) pR=mRcR+R Ry2=RyR \
         Rg2=R(R-gR) Rp2=RtpR=R(R-pR) gQ=Q+K gR=R+W gB=B+F jR=R+R jD=W+W jA=F+F nD=W-W nA=F-F nN=(W-F)(F-W) jN=(W+F)(F+W) \
         zB=(FtlF)r0(FtrF)l0 qN=Nrf7Nlf7 fsN=flNfrN sW=lrW vW=fbW aN=N avN=N fhN=fNfsN lsN=lvN rsN=rvN (1,4)=(4,1) (2,1)=N (0,3)=H \
         frlN=fsN frlF=fsF=fF frlK=fsK Rp3=RtpRtpR fW=ffW FtR=F(F-R) WtB=W(W-B)",
    );
    differ(
        Extended,
        &[
            ("O", "K-bK"),
            ("FtR", "FR"),
            ("W-F", "F-W"),
            ("W-F", "N"),
            ("W-rW-lW", "W-F"),
            ("K-K", "(WF)-(WF)"),
            ("Q+K", "Q+Q"),
            ("Wx2", "W-2"),
            ("frN", "rfN"),
            ("RxebR", "RxbR"),
        ],
    );
}

/// bex.txt: operators, its examples of one piece in several forms, and X5 and X6 for what exotics have in common.
#[test]
fn bex() {
    same(
        Bex,
        "W+F=WF=(W)(F)=K R=W* B=F* Q=R+B=RB=(W+F)* N*=NN imfW2+mfW+cfF=imfW2mfWcfF=(imfW2)(mfW)(cfF) (W)=W \
         nN=mW-F+mF-W nA=mF-F=F02 W02=mW-W W03=mW-mW-W mfW2=mfW+mfW02 e(mfW-F)=fN e(mW-F)=N j(AD)=jA+jD j(mW-W)=jD \
         K+(DAN)=KDAN [crK]=cK--[xo] mR+cpR=mRcpR (WF)-(WF)=(W+F)-(W+F) W--W=mW--W+cW--W \
         K-K=mK-K+cK-K (mW-F)=mW-F m(W+F)=mWmF sW=rlW vW=fbW fsN=frN+flN frlN=fsN frlF=fsF frlK=fsK [crR]=[crW*] (N*)=N* gQ=gR+gB pQ=pR+pB \
         yW=y(W) W2=W+W02 W3=W+W02+W03",
    );
    differ(
        Bex,
        &[
            ("K-K", "K--K"),
            ("mN--N", "N2"),
            ("W+F", "W-F"),
            ("[cj]Q", "[cl]Q"),
            ("[ca]R", "[cw]R"),
            ("pR", "gR"),
            ("(mW-F)*", "N*"),
            ("mR--[ccD]", "mR+mR--[ccD]"),
            ("O", "mK--[xo]"),
        ],
    );
}

/// betza2.txt: the chain that `W3` is, `pX` and `gX` with their second legs, modality by the table, K by its picture
/// (D5).
#[test]
fn betza2() {
    same(
        Betza2,
        "W3=(W)(W-fW)(W-fW-fW) W0=WW=R F0=FF=B Q=RB K=WF C=L Z=J W03=W-W-W=mW-fW-W W02=W-W=nD F02=F-F=nA (W)=W \
         pR=pR-cR pB=pB-cB gQ=gQ-K=pQ-K gR=pR-W gB=pB-F jD=pW-W jA=pF-F nN=(W-F)(F-W) jN=(pW-F)(pF-W) mcW=W nW=W \
         mpW-W=D mpF-F=A mpW-F=N mcW-W=(W-W)(cW-W) dcW-W=(dW-W)(cW-W) (W-F)2=(W-F)(W-F-W-F) Nrf2=N(N-rfN) Wc2=W(cW-W) \
         W-F=W-fF K-K=K-fK fK=fW frK=frF fsK=fF sK=sW fQ=fR lfF=flF vW=fbW sN=lrN fhN=fN(fsN) lvN=lfNlbN \
         (W)(F)=WF fs(N)=fsN frlN=fsN frlF=fsF frlK=fsK",
    );
    differ(
        Betza2,
        &[
            ("pR", "gR"),
            ("cK-bK", "K-bK"),
            ("W-xacK", "W-xxacK"),
            ("dW", "cW"),
            ("tW-W", "pW-W"),
            ("(W-F)2", "W-FW-F"),
            ("uW-W", "W-W"),
            ("icW", "cW"),
        ],
    );
}

/// xbetza.md: atoms, numbers, hands, and K and Q as one set of eight.
#[test]
fn xbetza() {
    same(
        Xbetza,
        "K=WF Q=RB R=W0=WW=R0 B=F0=FF R4=W4 L=C J=Z gW2=jD=pD gF2=jA hrNhlN=N hrN=rfNbrNlbNflN hlN=lfNfrNrbNblN fK=fW \
         frK=frF fsK=fF sK=sW fQ=fR lrfF=lFrfF sW=lrW=rlW vN=fbN fhN=fNfsN mcW=W [F?R]=FyafsF=F[F-R] [W?B]=WyafsW=W[W-B] \
         [F-R]=yafsF",
    );
    differ(
        Xbetza,
        &[
            ("jR", "R"),
            ("pR", "gR"),
            ("nN", "N"),
            ("ucR", "cR"),
            ("kR", "R"),
            ("v[F?R]", "[F?R]"),
            ("FX", "NX"),
            ("oR", "ooR"),
        ],
    );
    assert!(read("KX", Xbetza).is_err() && read("N(W)", Xbetza).is_err());
}

/// What a document of one dialect and that of another say of the same piece.
#[test]
fn one_piece_in_two_documents() {
    let mut told = 0;
    for (one, other, pairs) in [
        (
            Xbetza,
            Extended,
            // The table of X and Y; xbetza.md's own examples of legs and brackets.
            "WX=(4,0) FX=(4,1) DX=(5,0) NX=(5,1) AX=(5,2) HX=(6,0) CX=(6,1) ZX=(6,2) GX=(6,3) DY=(4,2) NY=(4,3) \
             mafsW=W-F nN=W-F mafsF=F-W fcafmF=fmFxF [F?R]=FtR [W?B]=WtB [D?B]=DtB [F-B]=F-B [W-sR]=W-sR cafK=KxK cabK=KxbK \
             calK=KxlK caW=WxfrlW caibR=RxebR airR=R-erR caKcabK=KxaK pafR=R+R ptafR=R?R cdafR=RdR qN=Nrf7Nlf7 \
             zB=(FtlF)r0(FtrF)l0 mRcpR=mRcR+R gQ=Q+K nCnZ=nCnJ afafR=R-R-R",
        ),
        (
            Betza2,
            Extended,
            "pQ-K=Q+K cK-aK=KxaK pR-R=R+R tR-R=R?R dcR-R=RdR cR-ebR=RxebR W-rW-lW=W-rW-lW mRpR=mRcR+R K-bK=K-bK W3=W3 \
             cQ-K=QxK R-erR=R-erR W03=W-3 cW-cW-W=Wx3 F(F-R)=FtR Nrf0=Nrf0",
        ),
        (
            Bex,
            Extended,
            "mQ+[cw]Q=mQmKxbK-Q [crK]=KxbK [crR]=RxebR cK--[xo]=KxbK [cj]Q=mQxQ [ca]R=mR-WxbW K--K=K-aK(KxaK) mN--N=N-aN mW-F=W-F \
             (mW-F)*=(W-frF)lf0(W-flF)rf0 e(mW-F)=N j(mW-F)=W+F mR+cpR=pR nN=(W-F)(F-W) qN=Nrf7Nlf7 O=O gQ=Q+K W02=W-2",
        ),
        (
            Betza,
            Extended,
            "pR=jR gQ=Q+K t[FR]=FtR t[WB]=WtB [WL]=(1,4) z[WF]=(WtflF)fr0(WtfrF)fl0 zB=(FtlF)r0(FtrF)l0 jD=W+W nD=W-W nN=nN \
             frlN=fsN oB=oB qN=qN gW2=jD",
        ),
        // xbetza.md: in `fsf` K and Q distribute, a lone letter is narrow, and `n` is one path.
        (Fsf, Betza, "fK=fWfF fN=ffN fhN=fhN nA=nA nD=nD gR=gR pR3=pW3"),
        (Fsf, Extended, "nN=W-F nZ=W-F-F"),
    ] {
        for pair in pairs.split_whitespace() {
            let (left, right) = pair.split_once('=').unwrap();
            let parts = difference(&piece(one, left), &piece(other, right));
            assert_eq!(parts, None, "{one} {left}, {other} {right}");
            told += 1;
        }
    }
    assert!(told > 80, "{told}");
}
