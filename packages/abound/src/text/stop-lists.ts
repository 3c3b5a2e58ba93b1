// The stop-lists: each language's commonest function words, as tokens (`don't` is `don` and `t` here).

/** Words by language, parted by blanks. */
export const STOP_LISTS = {
  danish: `
    ad af alle alt altid anden andet andre at bag begge blev blive bliver da de dem den denne der deres det
    dette dig din dine disse dit dog du efter eller en end endnu er et for fordi fra før få får gik gør gøre
    ham han hans har havde have hen hende hendes her hos hun hvad hvem hver hvilke hvilken hvilket hvis hvor
    hvordan hvorfor hvornår i ifølge igen ikke ind ingen intet ja jeg jer jeres jo kan kom kommer kun kunne
    lige man mange med meget mellem men mens mere mest mig min mindre mine mit mod må måske ned nej noget
    nogen nogle nok nu nå når og også om omkring op os over på selv selvom siden sig sin sine sit skal skulle
    snart som stadig så sådan til ud under uden var ved vi vil ville vor vores være været`,

  dutch: `
    aan al alle alleen allemaal als altijd ander andere anders ben bent bij bijna binnen boven buiten daar
    daarom dan dat de deze die dit doch doen door dus een eens elk elke en enkele er erg even ge geen geweest
    had hadden heb hebben hebt heeft hem hen het hier hij hoe hun iemand iets ik in is ja je jij jou jouw
    jullie kan kon konden kunnen maar me mee meer meest men met mij mijn minder misschien moest moet moeten
    na naar naast nee niemand niet niets nog nooit nu of om omdat omhoog ons onze ook op over pas reeds rond
    sinds slechts soms steeds te tegen ten ter terwijl toch toen tot tussen u uit uw vaak van vanaf veel
    verder via volgens voor vooral waar waarom wanneer want waren was wat we wel welk welke werd werden wie
    wij wil wilde worden wordt zal ze zeer zelf zich zij zijn zo zoals zonder zou zouden zulke`,

  english: `
    a about above after again against ain all almost also although always am among an and another any are
    aren around as at away back be became because been before behind being below between both but by can
    cannot could couldn d did didn do does doesn doing don done down during each either else enough ever
    every few for from further get gets got had hadn has hasn have haven having he hence her here hers herself
    him himself his how however i if in indeed instead into is isn it its itself just least less let ll m
    many may me might mightn mine more most much must mustn my myself needn neither never no nor not now o
    of off often on once one only onto or other others ought our ours ourselves out over own per perhaps
    quite rather re s same seem seemed seems several shall shan she should shouldn since so some such t than
    that the their theirs them themselves then there therefore these they this those though through thus to
    together too toward towards under until up upon us ve very was wasn we well were weren what whatever when
    whenever where whereas whether which while who whoever whom whose why will with within without
    would wouldn yet you your yours yourself yourselves`,

  finnish: `
    ainakin aivan alla eikä ei emme en enemmän ennen entä et ette että hän häneen hänelle hänellä hänen
    hänestä hänet häntä he heidän heidät heihin heille heillä heistä heitä hyvin ihan itse ja jo joihin joiden
    joita joka joko jolla jolle jonka jos joskus jossa josta jota jotka jotta jälkeen kaikki kanssa kenen
    kenet kerran ketkä ketä koko koska kuin kuinka kuitenkin kuka kukaan kun kunnes kyllä lisäksi luona me
    meidän meidät meihin meille meillä meistä meitä mihin mikä mikään mikäli miksi mille millä milloin minkä
    minua minulla minulle minun minusta minut minuun minä missä mistä miten mitkä mitä mukaan mutta muu muut
    myös myöskin ne niiden niihin niin niistä niitä noin nuo nyt näiden näin näissä näitä nämä ole olemme
    olen olet olette oli olimme olin olisi olisivat olit olitte olivat olla olleet ollut on ovat paitsi
    paljon poikki se sekä sen siellä siihen siinä siis siitä sillä sinua sinulla sinulle sinun sinut sinä
    sitten sitä taas tai te teidän teidät teille teillä teitä tuo tuolla tuon tuota tämä tämän tässä tästä
    tätä vaan vai vaikka vain vielä voi voivat yli ylös`,

  french: `
    à afin ai aie ainsi alors après as assez au aucun aucune aura auront aussi autre autres aux avaient avais
    avait avant avec avez avoir avons ayant beaucoup bien c car ce ceci cela celle celles celui cependant ces
    cet cette ceux chacun chaque chez ci comme comment contre d dans de déjà depuis des deux dès doit donc
    dont du durant elle elles en encore enfin entre es est et étaient étais était étant été être eu eux fait
    font fut furent il ils j jamais je jusqu jusque l la là le lequel les leur leurs lors lorsqu lorsque lui
    m ma mais malgré me même mêmes mes mien moi moins mon n ne ni non nos notre nous on ont or ou où par
    parce parfois parmi pas pendant peu peut peuvent plus plutôt pour pourquoi près puis puisqu puisque qu
    quand que quel quelle quelles quelque quelques quels qui quoi s sa sans se selon sera seront ses si sien
    soi soit sommes son sont sous souvent suis sur t ta tandis tant te tel telle tellement telles tels tes
    toi ton toujours tous tout toute toutes très trop tu un une vers voici voilà vos votre vous y`,

  german: `
    ab aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf aus
    bei beim bevor bin bis bist da dabei dadurch dafür dagegen daher damit danach dann daran darauf daraus
    darf darin darum darüber das dass daß davon dazu dein deine deinem deinen deiner dem den denen denn der
    deren des deshalb dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ebenso
    ein eine einem einen einer eines einige einigen einiger er es etwa etwas euch euer eure für gegen gibt
    hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in
    indem ins ist ja jede jedem jeden jeder jedes jedoch jene jenem jenen jener jetzt kann kein keine keinem
    keinen keiner können könnte man manche mehr mein meine meinem meinen meiner mich mir mit muss musste
    müssen nach nachdem nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner
    seit selbst sich sie sind so sogar solche soll sollen sollte sondern sowie über um und uns unser unsere
    unter vom von vor während war waren warum was weder weil weiter welche welchem welchen welcher welches
    wenn wer werde werden wie wieder will wir wird wo worden wurde wurden würde würden zu zum zur zwar
    zwischen`,

  italian: `
    a abbia abbiamo ad agli ai al alcune alcuni all alla alle allo allora altra altre altri altro anche ancora
    appena avere aveva avevano avete avuto c che chi ci ciò ciascuno cioè coi col come con contro così cui d
    da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello dentro di dopo dove due dunque
    e è ed egli ella era erano eri essa esse essere essi essendo fa fanno fin fino fra fu fuori furono già gli
    ha hai hanno ho i il in infatti insieme invece io l la le lei li lo loro lui ma mai me meno mentre mi mia
    mie miei mio molta molte molti molto ne né negli nei nel nell nella nelle nello nemmeno neppure nessun
    nessuna nessuno niente noi non nostra nostre nostri nostro nulla o ogni ognuno od oltre oppure ora per
    perché perciò però più poco poi prima proprio può pur pure qual quale quali qualche qualcosa qualcuno
    quando quanto quasi quei quel quell quella quelle quelli quello questa queste questi questo qui quindi s
    sarà saranno se sebbene secondo sei sempre senza si sia siamo siano siete solo sono sopra sotto sta stanno
    stata state stati stato stessa stesso su sua sue sugli sui sul sull sulla sulle sullo suo suoi t tale tali
    tanto te ti tra troppo tu tua tue tuo tuoi tutta tutte tutti tutto un una uno v verso vi voi vostra vostre
    vostri vostro`,

  norwegian: `
    alle alt altså andre at av bare begge ble blei bli blir blitt både da de deg dei deim deira dem den denne
    der dere deres derfor det dette di din disse ditt du dykk då eg ei eit eitt eller elles en enda enn er et
    ett etter for fordi fra fram frå før få får gjennom gjorde gjør ha hadde han hans har hennar henne hennes
    her hjå ho hoss hun hva hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor i igjen ikke ikkje
    imellom inn innen ingen ingi jeg kan kom korleis korso kunne kva kvar kven kvi kvifor la man mange me med
    medan meg meget meir mellom men mens mer mest mi min mine mitt mot mykje må måtte ned noe noen nok noko
    nokon nokre nå når og også om omkring opp oss over på samme seg selv si sia sidan siden sin sine sitt sjøl
    skal skulle slik slike so som somme stadig så sånn til um under upp ut uten vart ved vere vi vil ville vore
    vort vår våre være vært å`,

  portuguese: `
    a à agora ainda algo alguém algum alguma algumas alguns ali ambos antes ao aos apenas apesar após aquela
    aquelas aquele aqueles aquilo aqui as às assim até através bem cada com como contra contudo cuja cujo da
    das de dela delas dele deles depois desde dessa desse desta deste do dois dos durante e é ela elas ele eles
    em embora enquanto então entre era eram essa essas esse esses esta está estamos estão estar estas estava
    estavam este estes estou eu fazer foi for fora foram fosse há isso isto já la lá lhe lhes lo logo mais mas
    me mediante menos mesma mesmas mesmo mesmos meu meus minha minhas muita muitas muito muitos na nada não
    nas nem nenhum nenhuma ninguém no nos nós nossa nossas nosso nossos num numa nunca o onde os ou outra outras
    outro outros para pela pelas pelo pelos per perante pode podem pois por porque porquê porém pouco pouca
    quais qual quando quanto quase que quê quem se seja sejam sem sempre sendo ser será serão seu seus si sido
    só sob sobre somos sou sua suas tal também tampouco tanto te tem têm temos tendo tenha tenho ter teu teus
    teve ti tinha tinham toda todas todavia todo todos tu tua tuas tudo um uma umas uns você vocês vos vós`,

  russian: `
    а без бы был была были было быть в вам вами вас ваш ваша ваше ваши весь вдруг ведь во вот впрочем все всего
    всегда всей всем всеми всех всё вы где да даже два для до другая другие другой другое его ее её ей ему если
    есть еще ещё ж же за здесь и из или им ими иногда их к каждый как какая какие какой ко когда конечно
    который которая которое которые которых кто куда ли либо лишь лучше между меня мне много может можно мной
    мои мой моя моё мы на над надо наконец нам нами нас наш наша наше наши не него нее неё ней нельзя нем нём
    нет нибудь ни никогда ним ними них ничего но ну о об один одна одно однако около он она они оно опять от
    перед по под после потом потому почему почти при про раз разве с сам сама сами само свое своё своей своего
    свои своих свой своя себе себя сейчас со совсем так такая также такие такой там твой твоя те тебе тебя тем
    теперь то тогда того тоже той только том тот тою три тут ты у уже хоть хотя чего чей чем через что чтоб
    чтобы чуть эта эти этим этих это этого этой этом этот эту я`,

  spanish: `
    a acá ahí ahora al algo alguien algún alguna algunas alguno algunos allí ambos ante antes apenas aquel
    aquella aquellas aquello aquellos aquí así aun aún aunque bajo bastante bien cada casi como cómo con conmigo
    contra cual cuál cuales cualquier cuando cuándo cuanto cuya cuyo da de debajo del demás desde después donde
    dónde dos durante e el él ella ellas ello ellos en encima entonces entre era eran eras eres es esa esas ese
    eso esos esta está están estaba estaban estado estamos estar estas este esto estos estoy fue fueron fui ha
    había habían haber habrá hace hacia han has hasta hay he hemos hoy igual incluso jamás junto la las le les
    lo los luego más mas me mediante menos mi mí mía mientras mío mis misma mismas mismo mismos mucha muchas
    mucho muchos muy nada nadie ni ningún ninguna ninguno no nos nosotras nosotros nuestra nuestras nuestro
    nuestros nunca o os otra otras otro otros para pero poca poco pocos por porque pronto pudo puede pueden pues
    que qué quien quién quienes quizás sea sean según ser será serán si sí sido siempre siendo sin sino sobre
    sois sola solo sólo somos son soy su sus suya suyo tal tales también tampoco tan tanta tanto te tendrá
    tenemos tener tengo tenía ti tiene tienen toda todas todavía todo todos tras tu tú tus tuya tuyo u un una
    unas uno unos usted ustedes va vamos van vosotros vuestra vuestro y ya yo`,

  swedish: `
    alla allt alltid alltså allting andra annan annat att av bara bland blev bli blir blivit borde bort både båda
    de dem den denna deras dess dessa det detta dig din dina dit ditt dock du där därför då efter eftersom ej
    eller en er era ert ett fanns finns fick fler flera fram från få får för före förut gjorde gör göra ha
    hade han hans har hellre helt henne hennes hit hon honom hos hur här i ibland icke igen in inga ingen
    ingenting inget innan inom inte ja jag ju kan kom kommer kring kunde kunna kunnat lika man med medan mellan
    men mer mera mest mig min mina mindre mitt mot mycket många måste ned nej ni nog nu någon någonting något
    några när nära och också om oss på redan samma samt sedan sen sig sin sina sitt själv ska skall skulle
    snart som så sådan sådana sådant till tills trots under upp ut utan utom vad var vara varför varit varje vars
    vart vem vems vi via vid vilka vilkas vilken vilket vill ville våra vår vårt än ändå ännu är även åt över`,
}
