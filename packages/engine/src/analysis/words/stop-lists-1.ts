/**
 * Stop words by language, as Lucene has them: the lists of Snowball (https://snowballstem.org, BSD licence), of Jacques
 * Savoy (http://members.unine.ch/jacques.savoy/clef, BSD licence) and of Lucene's own analyzers (Apache licence 2.0).
 */
export const stopLists1: readonly (readonly [language: string, words: string])[] = [
  [
    'arabic',
    `
من ومن منها منه في وفي فيها فيه و ف ثم او أو ب بها به ا أ اى اي أي أى لا ولا الا ألا إلا لكن ما وما كما
فما عن مع اذا إذا ان أن إن انها أنها إنها انه أنه إنه بان بأن فان فأن وان وأن وإن التى التي الذى الذي
الذين الى الي إلى إلي على عليها عليه اما أما إما ايضا أيضا كل وكل لم ولم لن ولن هى هي هو وهى وهي وهو فهى
فهي فهو انت أنت لك لها له هذه هذا تلك ذلك هناك كانت كان يكون تكون وكانت وكان غير بعض قد نحو بين بينما
منذ ضمن حيث الان الآن خلال بعد قبل حتى عند عندما لدى جميع
`,
  ],
  [
    'armenian',
    `
այդ այլ այն այս դու դուք եմ են ենք ես եք է էի էին էինք էիր էիք էր ըստ թ ի ին իսկ իր կամ համար հետ հետո
մենք մեջ մի ն նա նաև նրա նրանք որ որը որոնք որպես ու ում պիտի վրա և
`,
  ],
  [
    'basque',
    `
al anitz arabera asko baina bat batean batek bati batzuei batzuek batzuetan batzuk bera beraiek berau
berauek bere berori beroriek beste bezala da dago dira ditu du dute edo egin ere eta eurak ez gainera gu
gutxi guzti haiei haiek haietan hainbeste hala han handik hango hara hari hark hartan hau hauei hauek
hauetan hemen hemendik hemengo hi hona honek honela honetan honi hor hori horiei horiek horietan horko
horra horrek horrela horretan horri hortik hura izan ni noiz nola non nondik nongo nor nora ze zein zen
zenbait zenbat zer zergatik ziren zituen zu zuek zuen zuten
`,
  ],
  [
    'bengali',
    `
এই ও থেকে করে এ না ওই এক্ নিয়ে করা বলেন সঙ্গে যে এব তা আর কোনো বলে সেই দিন হয় কি দু পরে সব দেওয়া মধ্যে
এর সি শুরু কাজ কিছু কাছে সে তবে বা বন আগে জ্নজন পি পর তো ছিল এখন আমরা প্রায় দুই আমাদের তাই অন্য গিয়ে
প্রযন্ত মনে নতুন মতো কেখা প্রথম আজ টি ধামার অনেক বিভিন্ন র হাজার জানা নয় অবশ্য বেশি এস কে হতে বি কয়েক সহ
বেশ এমন এমনি কেন কেউ নেওয়া চেষ্টা লক্ষ বলা কারণ আছে শুধু তখন যা এসে চার যদি আবার কোটি উত্তর সামনে উপর
বক্তব্য এত প্রাথমিক উপরে প্রতি কাজে যখন খুব বহু গেল পেয়্র্ চালু ই নাগাদ থাকা পাচ যাওয়া রকম সাধারণ কমনে
`,
  ],
  [
    'brazilian',
    `
a ainda alem ambas ambos antes ao aonde aos apos aquele aqueles as assim com como contra contudo cuja
cujas cujo cujos da das de dela dele deles demais depois desde desta deste dispoe dispoem diversa
diversas diversos do dos durante e ela elas ele eles em entao entre essa essas esse esses esta estas
este estes ha isso isto logo mais mas mediante menos mesma mesmas mesmo mesmos na nas nao nem nesse
neste nos o os ou outra outras outro outros pelas pelo pelos perante pois por porque portanto proprio
propios quais qual qualquer quando quanto que quem quer se seja sem sendo seu seus sob sobre sua suas
tal tambem teu teus toda todas todo todos tua tuas tudo um uma umas uns
`,
  ],
  [
    'bulgarian',
    `
а аз ако ала бе без беше би бил била били било близо бъдат бъде бяха в вас ваш ваша вероятно вече взема
ви вие винаги все всеки всички всичко всяка във въпреки върху г ги главно го д да дали до докато докога
дори досега доста е едва един ето за зад заедно заради засега затова защо защото и из или им има имат
иска й каза как каква какво както какъв като кога когато което които кой който колко която къде където
към ли м ме между мен ми мнозина мога могат може моля момента му н на над назад най направи напред
например нас не него нея ни ние никой нито но някои някой няма обаче около освен особено от отгоре
отново още пак по повече повечето под поне поради после почти прави пред преди през при пък първо с са
само се сега си скоро след сме според сред срещу сте съм със също т тази така такива такъв там твой те
тези ти тн то това тогава този той толкова точно трябва тук тъй тя тях у харесва ч че често чрез ще щом
я
`,
  ],
  [
    'catalan',
    `
a abans ací ah així això al als aleshores algun alguna algunes alguns alhora allà allí allò altra altre
altres amb ambdós ambdues apa aquell aquella aquelles aquells aquest aquesta aquestes aquests aquí baix
cada cadascú cadascuna cadascunes cadascuns com contra d'un d'una d'unes d'uns dalt de del dels des
després dins dintre donat doncs durant e eh el els em en encara ens entre érem eren éreu es és esta està
estàvem estaven estàveu esteu et etc ets fins fora gairebé ha han has havia he hem heu hi ho i igual
iguals ja l'hi la les li li'n llavors m'he ma mal malgrat mateix mateixa mateixes mateixos me mentre més
meu meus meva meves molt molta moltes molts mon mons n'he n'hi ne ni no nogensmenys només nosaltres
nostra nostre nostres o oh oi on pas pel pels per però perquè poc poca pocs poques potser propi qual
quals quan quant que què quelcom qui quin quina quines quins s'ha s'han sa semblant semblants ses seu
seus seva seves si sobre sobretot sóc solament sols son són sons sota sou t'ha t'han t'he ta tal també
tampoc tan tant tanta tantes teu teus teva teves ton tons tot tota totes tots un una unes uns us va vaig
vam van vas veu vosaltres vostra vostre vostres
`,
  ],
  [
    'czech',
    `
a s k o i u v z dnes cz tímto budeš budem byli jseš můj svým ta tomto tohle tuto tyto jej zda proč máte
tato kam tohoto kdo kteří mi nám tom tomuto mít nic proto kterou byla toho protože asi ho naši napište
re což tím takže svých její svými jste aj tu tedy teto bylo kde ke pravé ji nad nejsou či pod téma mezi
přes ty pak vám ani když však neg jsem tento článku články aby jsme před pta jejich byl ještě až bez
také pouze první vaše která nás nový tipy pokud může strana jeho své jiné zprávy nové není vás jen podle
zde už být více bude již než který by které co nebo ten tak má při od po jsou jak další ale si se ve to
jako za zpět ze do pro je na atd atp jakmile přičemž já on ona ono oni ony my vy jí mě mne jemu tomu těm
těmu němu němuž jehož jíž jelikož jež jakož načež
`,
  ],
  [
    'danish',
    `
og i jeg det at en den til er som på de med han af for ikke der var mig sig men et har om vi min havde
ham hun nu over da fra du ud sin dem os op man hans hvor eller hvad skal selv her alle vil blev kunne
ind når være dog noget ville jo deres efter ned skulle denne end dette mit også under have dig anden
hende mine alt meget sit sine vor mod disse hvis din nogle hos blive mange ad bliver hendes været thi
jer sådan
`,
  ],
  [
    'dutch',
    `
de en van ik te dat die in een hij het niet zijn is was op aan met als voor had er maar om hem dan zou
of wat mijn men dit zo door over ze zich bij ook tot je mij uit der daar haar naar heb hoe heeft hebben
deze u want nog zal me zij nu ge geen omdat iets worden toch al waren veel meer doen toen moet ben
zonder kan hun dus alles onder ja eens hier wie werd altijd doch wordt wezen kunnen ons zelf tegen na
reeds wil kon niets uw iemand geweest andere
`,
  ],
];
