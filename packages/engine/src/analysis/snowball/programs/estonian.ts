/** Snowball's stemmer of Estonian (Linda Freienthal's algorithm), after the program of the Snowball project (https://snowballstem.org; BSD licence, see LICENSE-snowball beside this file). */
export const estonianProgram = `
routines ( mark_regions emphasis verb LONGV i_plural special_noun_endings case_ending
plural_three_first_cases nu undouble_kpt degrees substantive verb_exceptions ) externals ( stem )
integers ( p1 ) groupings ( V1 RV KI GI )
define V1 'aeiouõäöü'
define RV 'aeiuo'
define KI 'kptgbdshfšzž'
define GI 'cjlmnqrvwx' + V1
define mark_regions as ( $p1 = limit gopast V1 gopast non V1 setmark p1 ) backwardmode (
define LONGV as among( 'aa' 'ee' 'ii' 'oo' 'uu' 'ää' 'õõ' 'öö' 'üü' )
define emphasis as ( setlimit tomark p1 for ( [ substring ] ) test hop 4 among( 'gi' ( test GI not LONGV
delete ) 'ki' ( KI delete ) ) )
define verb as ( setlimit tomark p1 for ( [ substring ] ) among( 'mata' 'ksid' 'nuksid' 'sime' 'ksime'
'nuksime' 'dakse' 'takse' 'site' 'ksite' 'nuksite' 'sin' 'ksin' 'nuksin' 'daks' 'taks' ( delete ) 'akse'
( <- 'a' ) 'da' 'b' 'me' 'n' ( V1 delete ) ) )
define i_plural as ( setlimit tomark p1 for ( [ substring ] ) among( 'i' ( RV ) ) delete )
define special_noun_endings as ( setlimit tomark p1 for ( [ substring ] ) among( 'lane' 'lasse' 'lasi'
'last' ( <- 'lase' ) 'mine' 'misse' 'misi' 'mist' ( <- 'mise' ) 'line' 'lisse' 'lisi' 'list' ( <- 'lise'
) ) )
define case_ending as ( setlimit tomark p1 for ( [ substring ] ) among( 'ga' 'ta' 'le' 'sse' 'l' 's'
'ks' 'lt' 'st' ( RV or LONGV ) 't' ( test hop 4 ) ) delete )
define plural_three_first_cases as ( setlimit tomark p1 for ( [ substring ] ) among( 'ikkude' 'ike'
'ikke' ( <- 'iku' ) 'sid' ( not LONGV delete ) 'te' ( ( test hop 4 among( 'las' 'lis' 'mis' ( <- 'e' )
'' ( delete ) 't' ) ) or <- 't' ) 'd' 'de' ( ( RV or LONGV ) delete ) ) )
define nu as ( setlimit tomark p1 for ( [ substring ] ) among( 'va' 'du' 'nu' 'tu' ) delete )
define undouble_kpt as ( V1 $( p1 <= cursor ) [ substring ] among( 'kk' ( <- 'k' ) 'pp' ( <- 'p' ) 'tt'
( <- 't' ) ) )
define degrees as ( setlimit tomark p1 for ( [ substring ] ) among( 'mai' 'm' ( RV delete ) 'ma' (
delete ) ) )
define substantive as ( do special_noun_endings do case_ending do plural_three_first_cases do degrees do
i_plural do nu ) )
define verb_exceptions as ( [ substring ] atlimit among( 'joob' 'jood' 'joodakse' 'jooma' 'joomata'
'joome' 'joon' 'joote' 'joovad' 'juua' 'juuakse' 'jõi' 'jõid' 'jõime' 'jõin' 'jõite' ( <- 'joo' ) 'saab'
'saad' 'saada' 'saadakse' 'saadi' 'saaks' 'saaksid' 'saaksime' 'saaksin' 'saaksite' 'saama' 'saamata'
'saame' 'saan' 'saate' 'saavad' 'sai' 'said' 'saime' 'sain' 'saite' ( <- 'saa' ) 'viia' 'viiakse' 'viib'
'viid' 'viidi' 'viiks' 'viiksid' 'viiksime' 'viiksin' 'viiksite' 'viima' 'viimata' 'viime' 'viin'
'viisime' 'viisin' 'viisite' 'viite' 'viivad' ( <- 'viima' ) 'keeb' 'keed' 'keedakse' 'keeks' 'keeksid'
'keeksime' 'keeksin' 'keeksite' 'keema' 'keemata' 'keeme' 'keen' 'kees' 'keeta' 'keete' 'keevad' ( <-
'keesi' ) 'lööb' 'lööd' 'löödakse' 'löödi' 'lööks' 'lööksid' 'lööksime' 'lööksin' 'lööksite' 'lööma'
'löömata' 'lööme' 'löön' 'lööte' 'löövad' 'lüüa' 'lüüakse' ( <- 'löö' ) 'lõi' 'lõid' 'lõime' 'lõin'
'lõite' ( <- 'lõi' ) 'loob' 'lood' 'loodi' 'looks' 'looksid' 'looksime' 'looksin' 'looksite' 'looma'
'loomata' 'loome' 'loon' 'loote' 'loovad' 'luua' 'luuakse' ( <- 'loo' ) 'käia' 'käiakse' 'käib' 'käid'
'käidi' 'käiks' 'käiksid' 'käiksime' 'käiksin' 'käiksite' 'käima' 'käimata' 'käime' 'käin' 'käis'
'käite' 'käivad' ( <- 'käisi' ) 'sõi' 'sõid' 'sõime' 'sõin' 'sõite' 'sööb' 'sööd' 'söödakse' 'söödi'
'sööks' 'sööksid' 'sööksime' 'sööksin' 'sööksite' 'sööma' 'söömata' 'sööme' 'söön' 'sööte' 'söövad'
'süüa' 'süüakse' ( <- 'söö' ) 'toob' 'tood' 'toodi' 'tooks' 'tooksid' 'tooksime' 'tooksin' 'tooksite'
'tooma' 'toomata' 'toome' 'toon' 'toote' 'toovad' 'tuua' 'tuuakse' 'tõi' 'tõid' 'tõime' 'tõin' 'tõite' (
<- 'too' ) 'võib' 'võid' 'võida' 'võidakse' 'võidi' 'võiks' 'võiksid' 'võiksime' 'võiksin' 'võiksite'
'võima' 'võimata' 'võime' 'võin' 'võis' 'võite' 'võivad' ( <- 'võisi' ) 'jäi' 'jäid' 'jäime' 'jäin'
'jäite' 'jääb' 'jääd' 'jääda' 'jäädakse' 'jäädi' 'jääks' 'jääksid' 'jääksime' 'jääksin' 'jääksite'
'jääma' 'jäämata' 'jääme' 'jään' 'jääte' 'jäävad' ( <- 'jääma' ) 'müüa' 'müüakse' 'müüb' 'müüd' 'müüdi'
'müüks' 'müüksid' 'müüksime' 'müüksin' 'müüksite' 'müüma' 'müümata' 'müüme' 'müün' 'müüs' 'müüte'
'müüvad' ( <- 'müüsi' ) 'loeb' 'loed' 'loeks' 'loeksid' 'loeksime' 'loeksin' 'loeksite' 'loeme' 'loen'
'loete' 'loevad' ( <- 'luge' ) 'põeb' 'põed' 'põeks' 'põeksid' 'põeksime' 'põeksin' 'põeksite' 'põeme'
'põen' 'põete' 'põevad' ( <- 'põde' ) 'laob' 'laod' 'laoks' 'laoksid' 'laoksime' 'laoksin' 'laoksite'
'laome' 'laon' 'laote' 'laovad' ( <- 'ladu' ) 'teeb' 'teed' 'teeks' 'teeksid' 'teeksime' 'teeksin'
'teeksite' 'teeme' 'teen' 'teete' 'teevad' 'tegema' 'tegemata' 'teha' 'tehakse' 'tehti' ( <- 'tegi' )
'näeb' 'näed' 'näeks' 'näeksid' 'näeksime' 'näeksin' 'näeksite' 'näeme' 'näen' 'näete' 'näevad' 'nägema'
'nägemata' 'näha' 'nähakse' 'nähti' ( <- 'nägi' ) ) )
define stem as ( not verb_exceptions do mark_regions backwards ( do emphasis do ( verb or substantive )
do undouble_kpt ) )
`;
