/**
 * Stop words by language, as Lucene has them: the lists of Snowball (https://snowballstem.org, BSD licence), of Jacques
 * Savoy (http://members.unine.ch/jacques.savoy/clef, BSD licence) and of Lucene's own analyzers (Apache licence 2.0).
 */
export const stopLists3: readonly (readonly [language: string, words: string])[] = [
  [
    'indonesian',
    `
ada adanya adalah adapun agak agaknya agar akan akankah akhirnya aku akulah amat amatlah anda andalah
antar diantaranya antara antaranya diantara apa apaan mengapa apabila apakah apalagi apatah atau ataukah
ataupun bagai bagaikan sebagai sebagainya bagaimana bagaimanapun sebagaimana bagaimanakah bagi bahkan
bahwa bahwasanya sebaliknya banyak sebanyak beberapa seberapa begini beginian beginikah beginilah
sebegini begitu begitukah begitulah begitupun sebegitu belum belumlah sebelum sebelumnya sebenarnya
berapa berapakah berapalah berapapun betulkah sebetulnya biasa biasanya bila bilakah bisa bisakah
sebisanya boleh bolehkah bolehlah buat bukan bukankah bukanlah bukannya cuma percuma dahulu dalam dan
dapat dari daripada dekat demi demikian demikianlah sedemikian dengan depan di dia dialah dini diri
dirinya terdiri dong dulu enggak enggaknya entah entahlah terhadap terhadapnya hal hampir hanya hanyalah
harus haruslah harusnya seharusnya hendak hendaklah hendaknya hingga sehingga ia ialah ibarat ingin
inginkah inginkan ini inikah inilah itu itukah itulah jangan jangankan janganlah jika jikalau juga
justru kala kalau kalaulah kalaupun kalian kami kamilah kamu kamulah kan kapan kapankah kapanpun
dikarenakan karena karenanya ke kecil kemudian kenapa kepada kepadanya ketika seketika khususnya kini
kinilah kiranya sekiranya kita kitalah kok lagi lagian selagi lah lain lainnya melainkan selaku lalu
melalui terlalu lama lamanya selama selamanya lebih terlebih bermacam macam semacam maka makanya makin
malah malahan mampu mampukah mana manakala manalagi masih masihkah semasih masing mau maupun semaunya
memang mereka merekalah meski meskipun semula mungkin mungkinkah nah namun nanti nantinya nyaris oleh
olehnya seorang seseorang pada padanya padahal paling sepanjang pantas sepantasnya sepantasnyalah para
pasti pastilah per pernah pula pun merupakan rupanya serupa saat saatnya sesaat saja sajalah saling
bersama sama sesama sambil sampai sana sangat sangatlah saya sayalah se sebab sebabnya sebuah tersebut
tersebutlah sedang sedangkan sedikit sedikitnya segala segalanya segera sesegera sejak sejenak sekali
sekalian sekalipun sesekali sekaligus sekarang sekitar sekitarnya sela selain selalu seluruh seluruhnya
semakin sementara sempat semua semuanya sendiri sendirinya seolah seperti sepertinya sering seringnya
serta siapa siapakah siapapun disini disinilah sini sinilah sesuatu sesuatunya suatu sesudah sesudahnya
sudah sudahkah sudahlah supaya tadi tadinya tak tanpa setelah telah tentang tentu tentulah tentunya
tertentu seterusnya tapi tetapi setiap tiap setidaknya tidak tidakkah tidaklah toh waduh wah wahai
sewaktu walau walaupun wong yaitu yakni yang
`,
  ],
  [
    'irish',
    `
a ach ag agus an aon ar arna as b' ba beirt bhúr caoga ceathair ceathrar chomh chtó chuig chun cois céad
cúig cúigear d' daichead dar de deich deichniúr den dhá do don dtí dá dár dó faoi faoin faoina faoinár
fara fiche gach gan go gur haon hocht i iad idir in ina ins inár is le leis lena lenár m' mar mo mé na
nach naoi naonúr ná ní níor nó nócha ocht ochtar os roimh sa seacht seachtar seachtó seasca seisear siad
sibh sinn sna sé sí tar thar thú triúr trí trína trínár tríocha tú um ár é éis í ó ón óna ónár
`,
  ],
  [
    'italian',
    `
ad al allo ai agli all agl alla alle con col coi da dal dallo dai dagli dall dagl dalla dalle di del
dello dei degli dell degl della delle in nel nello nei negli nell negl nella nelle su sul sullo sui
sugli sull sugl sulla sulle per tra contro io tu lui lei noi voi loro mio mia miei mie tuo tua tuoi tue
suo sua suoi sue nostro nostra nostri nostre vostro vostra vostri vostre mi ti ci vi lo la li le gli ne
il un uno una ma ed se perché anche come dov dove che chi cui non più quale quanto quanti quanta quante
quello quelli quella quelle questo questi questa queste si tutto tutti a c e i l o ho hai ha abbiamo
avete hanno abbia abbiate abbiano avrò avrai avrà avremo avrete avranno avrei avresti avrebbe avremmo
avreste avrebbero avevo avevi aveva avevamo avevate avevano ebbi avesti ebbe avemmo aveste ebbero avessi
avesse avessimo avessero avendo avuto avuta avuti avute sono sei è siamo siete sia siate siano sarò
sarai sarà saremo sarete saranno sarei saresti sarebbe saremmo sareste sarebbero ero eri era eravamo
eravate erano fui fosti fu fummo foste furono fossi fosse fossimo fossero essendo faccio fai facciamo
fanno faccia facciate facciano farò farai farà faremo farete faranno farei faresti farebbe faremmo
fareste farebbero facevo facevi faceva facevamo facevate facevano feci facesti fece facemmo faceste
fecero facessi facesse facessimo facessero facendo sto stai sta stiamo stanno stia stiate stiano starò
starai starà staremo starete staranno starei staresti starebbe staremmo stareste starebbero stavo stavi
stava stavamo stavate stavano stetti stesti stette stemmo steste stettero stessi stesse stessimo
stessero stando
`,
  ],
  [
    'latvian',
    `
aiz ap ar apakš ārpus augšpus bez caur dēļ gar iekš iz kopš labad lejpus līdz no otrpus pa par pār pēc
pie pirms pret priekš starp šaipus uz viņpus virs virspus zem apakšpus un bet jo ja ka lai tomēr tikko
turpretī arī kaut gan tādēļ tā ne tikvien vien kā ir te vai kamēr diezin droši diemžēl nebūt ik it taču
nu pat tiklab iekšpus nedz tik nevis turpretim jeb iekam iekām iekāms kolīdz līdzko tiklīdz jebšu tālab
tāpēc nekā itin jā jau jel nē nezin tad tikai vis tak iekams būt biju biji bija bijām bijāt esmu esi
esam esat būšu būsi būs būsim būsiet tikt tiku tiki tika tikām tikāt tieku tiec tiek tiekam tiekat tikšu
tiks tiksim tiksiet tapt tapi tapāt topat tapšu tapsi taps tapsim tapsiet kļūt kļuvu kļuvi kļuva kļuvām
kļuvāt kļūstu kļūsti kļūst kļūstam kļūstat kļūšu kļūsi kļūs kļūsim kļūsiet varēt varēju varējām varēšu
varēsim var varēji varējāt varēsi varēsiet varat varēja varēs
`,
  ],
  [
    'lithuanian',
    `
ant apie ar arba aš be bei bet bus būti būtų buvo dėl gali į iki ir iš ja ją jai jais jam jame jas jei
ji jį jie jiedu jiedvi jiedviem jiedviese jiems jis jo jodviem jog joje jomis joms jos jose jų judu
judvi judviejų jųdviejų judviem judviese jumis jums jumyse juo juodu juodviese juos juose jus jūs jūsų
ką kad kai kaip kas kiek kol kur kurie kuris man mane manęs manimi mano manyje mes metu mudu mudvi
mudviejų mudviem mudviese mumis mums mumyse mus mūsų nei nes net nors nuo o pat per po prie prieš sau
save savęs savimi savo savyje su tačiau tada tai taip tas tau tave tavęs tavimi tavyje ten to todėl tu
tuo už visi yra
`,
  ],
  [
    'norwegian',
    `
og i jeg det at en et den til er som på de med han av ikke ikkje der så var meg seg men ett har om vi
min mitt ha hadde hun nå over da ved fra du ut sin dem oss opp man kan hans hvor eller hva skal selv
sjøl her alle vil bli ble blei blitt kunne inn når være kom noen noe ville dere deres kun ja etter ned
skulle denne for deg si sine sitt mot å meget hvorfor dette disse uten hvordan ingen din ditt blir samme
hvilken hvilke sånn inni mellom vår hver hvem vors hvis både bare enn fordi før mange også slik vært båe
begge siden dykk dykkar dei deira deires deim di då eg ein eit eitt elles honom hjå ho hoe henne hennar
hennes hoss hossen ingi inkje korleis korso kva kvar kvarhelst kven kvi kvifor me medan mi mine mykje no
nokon noka nokor noko nokre sia sidan so somt somme um upp vere vore verte vort varte vart
`,
  ],
  [
    'persian',
    `
انان نداشته سراسر خياه ايشان وي تاكنون بيشتري دوم پس ناشي وگو يا داشتند سپس هنگام هرگز پنج نشان امسال
ديگر گروهي شدند چطور ده و دو نخستين ولي چرا چه وسط ه كدام قابل يك رفت هفت همچنين در هزار بله بلي شايد
اما شناسي گرفته دهد داشته دانست داشتن خواهيم ميليارد وقتيكه امد خواهد جز اورده شده بلكه خدمات شدن برخي
نبود بسياري جلوگيري حق كردند نوعي بعري نكرده نظير نبايد بوده بودن داد اورد هست جايي شود دنبال داده بايد
سابق هيچ همان انجا كمتر كجاست گردد كسي تر مردم تان دادن بودند سري جدا ندارند مگر يكديگر دارد دهند
بنابراين هنگامي سمت جا انچه خود دادند زياد دارند اثر بدون بهترين بيشتر البته به براساس بيرون كرد بعضي
گرفت توي اي ميليون او جريان تول بر مانند برابر باشيم مدتي گويند اكنون تا تنها جديد چند بي نشده كردن كردم
گويد كرده كنيم نمي نزد روي قصد فقط بالاي ديگران اين ديروز توسط سوم ايم دانند سوي استفاده شما كنار داريم
ساخته طور امده رفته نخست بيست نزديك طي كنيد از انها تمامي داشت يكي طريق اش چيست روب نمايد گفت چندين چيزي
تواند ام ايا با ان ايد ترين اينكه ديگري راه هايي بروز همچنان پاعين كس حدود مختلف مقابل چيز گيرد ندارد ضد
همچون سازي شان مورد باره مرسي خويش برخوردار چون خارج شش هنوز تحت ضمن هستيم گفته فكر بسيار پيش براي
روزهاي انكه نخواهد بالا كل وقتي كي چنين كه گيري نيست است كجا كند نيز يابد بندي حتي توانند عقب خواست كنند
بين تمام همه ما باشند مثل شد اري باشد اره طبق بعد اگر صورت غير جاي بيش ريزي اند زيرا چگونه بار لطفا مي
درباره من ديده همين گذاري برداري علت گذاشته هم فوق نه ها شوند اباد همواره هر اول خواهند چهار نام امروز
مان هاي قبل كنم سعي تازه را هستند زير جلوي عنوان بود
`,
  ],
  [
    'portuguese',
    `
de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou
quando muito nos já eu também só pelo pela até isso ela entre depois sem mesmo aos seus quem nas me esse
eles você essa num nem suas meu às minha numa pelos elas qual nós lhe deles essas esses pelas este dele
tu te vocês vos lhes meus minhas teu tua teus tuas nosso nossa nossos nossas dela delas esta estes estas
aquele aquela aqueles aquelas isto aquilo estou está estamos estão estive esteve estivemos estiveram
estava estávamos estavam estivera estivéramos esteja estejamos estejam estivesse estivéssemos estivessem
estiver estivermos estiverem hei há havemos hão houve houvemos houveram houvera houvéramos haja hajamos
hajam houvesse houvéssemos houvessem houver houvermos houverem houverei houverá houveremos houverão
houveria houveríamos houveriam sou somos são era éramos eram fui foi fomos foram fora fôramos seja
sejamos sejam fosse fôssemos fossem for formos forem serei será seremos serão seria seríamos seriam
tenho tem temos tém tinha tínhamos tinham tive teve tivemos tiveram tivera tivéramos tenha tenhamos
tenham tivesse tivéssemos tivessem tiver tivermos tiverem terei terá teremos terão teria teríamos teriam
`,
  ],
  [
    'romanian',
    `
acea aceasta această aceea acei aceia acel acela acele acelea acest acesta aceste acestea acești aceşti
aceștia aceştia acolo acum ai aia aibă aici al ăla ale alea ălea altceva altcineva am ar are aș aş
așadar aşadar asemenea asta ăsta astăzi astea ăstea ăștia ăştia asupra ați aţi au avea avem aveți aveţi
azi bine bucur bună ca că căci când care cărei căror cărui cât câte câți câţi către câtva ce cel ceva
chiar cînd cine cineva cît cîte cîți cîţi cîtva contra cu cum cumva curând curînd da dă dacă dar
datorită de deci deja deoarece departe deși deşi din dinaintea dintr dintre drept după ea ei el ele eram
este ești eşti eu face fără fi fie fiecare fii fim fiți fiţi iar ieri îi îl îmi împotriva în înainte
înaintea încât încît încotro între întrucât întrucît îți îţi la lângă le li lîngă lor lui mă mâine mea
mei mele mereu meu mi mine mult multă mulți mulţi ne nicăieri nici nimeni niște nişte noastră noastre
noi noștri noştri nostru nu ori oricând oricare oricât orice oricînd oricine oricît oricum oriunde până
pe pentru peste pînă poate pot prea prima primul prin printr sa să săi sale sau său se și şi sînt sîntem
sînteți sînteţi spre sub sunt suntem sunteți sunteţi ta tăi tale tău te ți ţi ție ţie tine toată toate
tot toți toţi totuși totuşi tu un una unde undeva unei unele uneori unor vă vi voastră voastre voi
voștri voştri vostru vouă vreo vreun
`,
  ],
  [
    'russian',
    `
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот
от меня еще нет о из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь опять
уж вам сказал ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их чем была сам
чтоб без будто человек чего раз тоже себе под жизнь будет ж тогда кто этот говорил того потому этого
какой совсем ним здесь этом один почти мой тем чтобы нее кажется сейчас были куда зачем сказать всех
никогда сегодня можно при наконец два об другой хоть после над больше тот через эти нас про всего них
какая много разве сказала три эту моя впрочем хорошо свою этой перед иногда лучше чуть том нельзя такой
им более всегда конечно всю между
`,
  ],
  [
    'sorani',
    `
و کە ی کرد ئەوەی سەر دوو هەروەها لەو دەکات چەند هەر ئەو ئەم من ئێمە تۆ ئێوە ئەوان بە پێ بەبێ بەدەم بەلای
بەپێی بەرلە بەرەوی بەرەوە بەردەم بێ بێجگە بۆ دە تێ دەگەڵ دوای جگە لە لێ لەبەر لەبەینی لەبابەت لەبارەی
لەباتی لەبن لەبرێتی لەدەم لەگەڵ لەلایەن لەناو لەنێو لەپێناوی لەرەوی لەرێ لەرێگا لەسەر لەژێر ناو نێوان
پاش پێش وەک
`,
  ],
  [
    'spanish',
    `
de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí
porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno
les ni contra otros ese eso ante ellos e esto mí antes algunos qué unos yo otro otras otra él tanto esa
estos mucho quienes nada muchos cual poco ella estar estas algunas algo nosotros mi mis tú te ti tu tus
ellas nosotras vosotros vosotras os mío mía míos mías tuyo tuya tuyos tuyas suyo suya suyos suyas
nuestro nuestra nuestros nuestras vuestro vuestra vuestros vuestras esos esas estoy estás está estamos
estáis están esté estés estemos estéis estén estaré estarás estará estaremos estaréis estarán estaría
estarías estaríamos estaríais estarían estaba estabas estábamos estabais estaban estuve estuviste estuvo
estuvimos estuvisteis estuvieron estuviera estuvieras estuviéramos estuvierais estuvieran estuviese
estuvieses estuviésemos estuvieseis estuviesen estando estado estada estados estadas estad he has ha
hemos habéis han haya hayas hayamos hayáis hayan habré habrás habrá habremos habréis habrán habría
habrías habríamos habríais habrían había habías habíamos habíais habían hube hubiste hubo hubimos
hubisteis hubieron hubiera hubieras hubiéramos hubierais hubieran hubiese hubieses hubiésemos hubieseis
hubiesen habiendo habido habida habidos habidas soy eres es somos sois son sea seas seamos seáis sean
seré serás será seremos seréis serán sería serías seríamos seríais serían era eras éramos erais eran fui
fuiste fue fuimos fuisteis fueron fuera fueras fuéramos fuerais fueran fuese fueses fuésemos fueseis
fuesen siendo sido tengo tienes tiene tenemos tenéis tienen tenga tengas tengamos tengáis tengan tendré
tendrás tendrá tendremos tendréis tendrán tendría tendrías tendríamos tendríais tendrían tenía tenías
teníamos teníais tenían tuve tuviste tuvo tuvimos tuvisteis tuvieron tuviera tuvieras tuviéramos
tuvierais tuvieran tuviese tuvieses tuviésemos tuvieseis tuviesen teniendo tenido tenida tenidos tenidas
tened
`,
  ],
  [
    'swedish',
    `
och det att i en jag hon som han på den med var sig för så till är men ett om hade de av icke mig du
henne då sin nu har inte hans honom skulle hennes där min man ej vid kunde något från ut när efter upp
vi dem vara vad över än dig kan sina här ha mot alla under någon eller allt mycket sedan ju denna själv
detta åt utan varit hur ingen mitt ni bli blev oss din dessa några deras blir mina samma vilken er sådan
vår blivit dess inom mellan sådant varför varje vilka ditt vem vilket sitt sådana vart dina vars vårt
våra ert era vilkas
`,
  ],
  [
    'thai',
    `
ไว้ ไม่ ไป ได้ ให้ ใน โดย แห่ง แล้ว และ แรก แบบ แต่ เอง เห็น เลย เริ่ม เรา เมื่อ เพื่อ เพราะ เป็นการ
เป็น เปิดเผย เปิด เนื่องจาก เดียวกัน เดียว เช่น เฉพาะ เคย เข้า เขา อีก อาจ อะไร ออก อย่าง อยู่ อยาก หาก
หลาย หลังจาก หลัง หรือ หนึ่ง ส่วน ส่ง สุด สําหรับ ว่า วัน ลง ร่วม ราย รับ ระหว่าง รวม ยัง มี มาก มา
พร้อม พบ ผ่าน ผล บาง น่า นี้ นํา นั้น นัก นอกจาก ทุก ที่สุด ที่ ทําให้ ทํา ทาง ทั้งนี้ ทั้ง ถ้า ถูก ถึง
ต้อง ต่างๆ ต่าง ต่อ ตาม ตั้งแต่ ตั้ง ด้าน ด้วย ดัง ซึ่ง ช่วง จึง จาก จัด จะ คือ ความ ครั้ง คง ขึ้น ของ
ขอ ขณะ ก่อน ก็ การ กับ กัน กว่า กล่าว
`,
  ],
  [
    'turkish',
    `
acaba altmış altı ama ancak arada aslında ayrıca bana bazı belki ben benden beni benim beri beş bile bin
bir birçok biri birkaç birkez birşey birşeyi biz bize bizden bizi bizim böyle böylece bu buna bunda
bundan bunlar bunları bunların bunu bunun burada çok çünkü da daha dahi de defa değil diğer diye doksan
dokuz dolayı dolayısıyla dört edecek eden ederek edilecek ediliyor edilmesi ediyor eğer elli en etmesi
etti ettiği ettiğini gibi göre halen hangi hatta hem henüz hep hepsi her herhangi herkesin hiç hiçbir
için iki ile ilgili ise işte itibaren itibariyle kadar karşın katrilyon kendi kendilerine kendini
kendisi kendisine kendisini kez ki kim kimden kime kimi kimse kırk milyar milyon mu mü mı nasıl ne neden
nedenle nerde nerede nereye niye niçin o olan olarak oldu olduğu olduğunu olduklarını olmadı olmadığı
olmak olması olmayan olmaz olsa olsun olup olur olursa oluyor on ona ondan onlar onlardan onları onların
onu onun otuz oysa öyle pek rağmen sadece sanki sekiz seksen sen senden seni senin siz sizden sizi sizin
şey şeyden şeyi şeyler şöyle şu şuna şunda şundan şunları şunu tarafından trilyon tüm üç üzere var vardı
ve veya ya yani yapacak yapılan yapılması yapıyor yapmak yaptı yaptığı yaptığını yaptıkları yedi yerine
yetmiş yine yirmi yoksa yüz zaten
`,
  ],
];
