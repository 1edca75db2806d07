/** Snowball's stemmer of Yiddish, as Assaf Urieli wrote it (https://snowballstem.org; BSD licence, see LICENSE-snowball beside this file). */
export const yiddishProgram = `
routines ( prelude mark_regions R1 R1plus3 standard_suffix )
externals ( stem )
integers ( p1 x )
groupings ( vowel niked alefBeys consonant )
define niked 'ְֱֲֳִֵֶַָֹֻּֿׁׂ'
define alefBeys 'אבגדהוזחטיךכלםמןנסעףפץצקרשתװױײ'
define vowel 'אויעױײ'
define consonant alefBeys - vowel
define prelude as ( do ( repeat goto ( [substring] among ( 'וו' ( not 'ּ' <- 'װ' ) 'וי' ( not 'ִ' <- 'ױ'
) 'יי' ( not 'ִ' <- 'ײ' ) 'ך' ( <- 'כ') 'ם' ( <- 'מ' ) 'ן' ( <- 'נ' ) 'ף' ( <- 'פ' ) 'ץ' ( <- 'צ' ) ) )
) do (repeat goto ( [niked] delete )) )
define mark_regions as ( $p1 = limit ( try ( ['גע'] not ('לט' or 'בנ') <- 'GE' ) try ( among( 'אדורכ'
'דורכ' 'אהינ' 'אהער' 'אװעק' 'מיט' 'אנטקעגנ' 'אקעגנ' 'אנידער' 'אראפ' 'ארױס' 'ארױפ' 'ארומ' 'ארײנ'
'ארונטער' 'אריבער' 'נאכ' 'פארבײ' 'אהײמ' 'אפיר' 'פארױס' 'פונאנדער' 'צוזאמענ' 'צונױפ' 'צוריק' 'אױס' 'אױפ'
'אומ' 'אונטער' 'איבער' 'אײנ' 'אנ' 'אפ' 'בײ' 'פאר' 'צו' 'אנט' 'בא' 'דער' 'צע' ( test (('צוגנ' or 'צוקט'
or 'צוקנ') atlimit) or test ('געבנ') or ( ['גע'] <- 'GE') or (['צו'] <- 'TSU') ) ) ) test(hop 3 setmark
x) try ( among( 'שפר' 'שטר' 'שטש' 'דזש' ( true ) ) ) ( not (consonant consonant consonant setmark p1)
goto vowel repeat vowel setmark p1 ) try($p1 < x $p1 = x) ) )
backwardmode (
define R1 as $p1 <= cursor
define R1plus3 as $p1 <= cursor + sizeof 'גיס'
define standard_suffix as ( do ( [substring] among( 'ערס' 'ענ' 'נס' 'ענערס' 'עס' 'ע' 'נ' 'ס' 'עמ' 'ער' (
R1 delete ) 'יע' ( true ) 'יעס' ( R1 <- 'יע' ) 'ענע' 'ענעמ' 'ענער' 'ענס' (R1 delete [substring] among (
'גאנג' (<- 'גײ') 'נומ' (<- 'נעמ') 'מיט' (<- 'מײד') 'ביט' (<- 'בײט') 'ביס' (<- 'בײס') 'װיז' (<- 'װײז')
'טריב' (<- 'טרײב') 'ליט' (<- 'לײט') 'קליב' (<- 'קלײב') 'ריב' (<- 'רײב') 'ריס' (<- 'רײס') 'שװיג' (<-
'שװײג') 'שמיס' (<- 'שמײס') 'שניט' (<- 'שנײד') 'שריב' (<- 'שרײב') 'בונד' (<- 'בינד') 'װוטש' (<- 'װיטש')
'זונג' (<- 'זינג') 'טרונק' (<- 'טרינק') 'צװונג' (<- 'צװינג') 'שלונג' (<- 'שלינג') 'בױג' (<- 'בײג') 'הױב'
(<- 'הײב') 'פארלױר' (<- 'פארליר') 'שטאנ' (<- 'שטײ') 'שװױר' (<- 'שװער') ) ) 'ט' ( R1 delete ) 'טנ' 'טע'
'טער' 'טס' 'טנס' 'טענע' 'טענעמ' 'טענער' ( ((R1 delete) or ( <- 'ט')) ['בראכ' try 'גע'] <- 'ברענג' ) 'עט'
'עטנ' 'עטס' 'עטע' 'עטער' ( R1 delete ) 'גײנ' ( <- 'גײ') 'גאנגענ' ( <- 'גײ' ) 'נומענ' (<- 'נעמ' ) 'שריבנ'
(<- 'שרײב' ) 'GEמיטנ' (<- 'מײד') 'GEביטנ' (<- 'בײט') 'GEביסנ' ( <- 'בײס') 'װיזנ' ( <- 'װײז') 'טריבנ' (
<- 'טרײב') 'GEליטנ' ( <- 'לײט') 'קליבנ' ( <- 'קלײב') 'ריבנ' ( <- 'רײב') 'GEריסנ' ( <- 'רײס') 'שװיגנ' (
<- 'שװײג') 'שמיסנ' ( <- 'שמײס') 'שניטנ' ( <- 'שנײד') 'בונדנ' ( <- 'בינד') 'װוטשנ' ( <- 'װיטש') 'זונגנ' (
<- 'זינג') 'טרונקנ' ( <- 'טרינק') 'צװונגנ' ( <- 'צװינג') 'שלונגנ' ( <- 'שלינג') 'בױגנ' ( <- 'בײג')
'הױבנ' ( <- 'הײב') 'פארלױרנ' ( <- 'פארליר') 'שטאנענ' ( <- 'שטײ') 'שװױרנ' ( <- 'שװער') 'בראכט' (<-
'ברענג' ) 'ונג' 'הײט' 'קײט' 'יקײט' 'שאפט' ( R1 delete ) 'יזמ' 'יזמענ' ( R1 delete ) 'ימ' ( R1 delete )
'ות' ( R1 <- 'ה' ) 'עלעכ' 'עלע' 'לעכ' 'עלעס' 'עלענ' ( R1 delete ) 'יסט' ( ( ('ג' or 'ש') try (R1plus3 <-
'יס') ) or ( R1 delete ) ) 'יסטנ' ( R1 delete ) 'סטו' ( R1 delete ) 'סטער' 'סטע' 'סטנ' ( R1 delete )
'סט' ( R1 delete ) ) ) do ( [substring] among( 'ונג' 'הײט' 'קײט' 'יקײט' 'שאפט' ( R1 delete ) 'ל' ( R1
consonant delete ) ) ) do ( [substring] among( 'יג' 'יק' 'יש' 'ניק' 'דיק' ( R1 delete ) 'בליק' 'גליק' (
true ) 'נדיק' ( R1 delete ) 'ענדיק' ( R1 delete ) ) ) do (repeat goto ( ['GE' or 'TSU'] delete )) ) )
define stem as ( do prelude do mark_regions backwards do standard_suffix )
`;
