// Words commonly used as passwords. Data only; common-passwords.ts handles the variations.
export const commonWords = `
password passw0rd passwort contrasena contrasenia clave motdepasse wachtwoord senha parola haslo heslo lozinka sifre
admin administrator root user guest login logmein welcome willkommen bienvenue bienvenido bienvenidos benvenuto letmein
letmeinnow access accessgranted master secret topsecret private hidden default changeme change changeit temp temporary
temppass test tester testing testtest testuser demo sample example trial trustno1 trustnoone iloveyou ilovey iloveu
iluvu iloveme loveme lovely lovelove loveyou lover lovers sweetheart sweetie sweet sugar honey darling babe baby babygirl
babyboy babydoll princess prince queen king kingdom angel angels angelo angela devil demon heaven jesus jesuschrist christ
god godisgood godislove blessed blessing faith grace hope peace church prayer lord savior gloria
monkey dragon tiger lion bear eagle wolf panther jaguar leopard cheetah shark dolphin whale turtle snake spider scorpion
butterfly ladybug kitty kitten hellokitty cat cats puppy doggy dog doggie horse horses pony unicorn rabbit bunny chicken
duck goose penguin parrot falcon hawk phoenix buffalo bulldog bulldogs mustang bronco broncos ranger rangers raider raiders
cowboy cowboys steelers packers eagles patriots redskins giants jets dolphins vikings saints lakers celtics bulls heat
warriors knicks yankees redsox cubs dodgers braves angels rangers tigers pirates arsenal chelsea liverpool manchester
manutd united barcelona realmadrid madrid juventus milan internazionale bayern dortmund ajax benfica porto sporting
boca river flamengo corinthians palmeiras santos football futbol fussball soccer baseball basketball hockey tennis golf
golfer golfing cricket rugby boxing wrestling racing nascar formula skater skateboard surfer surfing snowboard swimming
fishing hunter hunting camping hiking running runner ninja samurai warrior soldier marine marines navy army airforce
military police fireman firefighter doctor nurse teacher student school college university class graduate
summer winter spring autumn fall verano invierno primavera otono sommer herbst ete hiver january february march april may
june july august september october november december enero febrero marzo abril mayo junio julio agosto septiembre octubre
noviembre diciembre monday tuesday wednesday thursday friday saturday sunday lunes martes miercoles jueves viernes sabado
domingo montag freitag samstag sonntag
sunshine sunrise sunset sunny sunday moon moonlight star stars starlight starwars stardust galaxy universe planet earth
world rainbow rain raindrop snow snowball snowflake thunder lightning storm hurricane tornado ocean river beach island
mountain forest flower flowers rose roses rosebud lily daisy violet jasmine tulip orchid sunflower garden tree nature
apple banana orange cherry strawberry blueberry raspberry peach pear lemon melon watermelon mango papaya coconut pineapple
chocolate cookie cookies candy cupcake cake muffin brownie pancake waffle cheese cheeseburger hamburger pizza pasta
spaghetti taco burrito sushi bacon butter peanut peanutbutter pepper ginger cinnamon vanilla coffee espresso latte
cappuccino tea whiskey vodka tequila beer budweiser corona heineken guinness wine champagne
computer internet windows microsoft linux ubuntu google gmail yahoo hotmail facebook instagram twitter youtube tiktok
whatsapp snapchat linkedin myspace netflix spotify amazon apple iphone ipad macbook android samsung galaxy nokia motorola
sony playstation xbox nintendo zelda mario luigi pokemon pikachu charizard minecraft roblox fortnite callofduty halo
warcraft worldofwarcraft starcraft diablo runescape counterstrike skyrim fallout assassin sims tetris pacman sonic
matrix terminator starwars startrek skywalker vader darthvader yoda jedi anakin obiwan leia gandalf frodo legolas aragorn
hobbit harrypotter hogwarts gryffindor slytherin hermione dumbledore potter twilight vampire zombie zombies werewolf
batman superman spiderman ironman hulk thor captain captainamerica wolverine deadpool xmen avengers marvel joker robin
catwoman wonderwoman flash goku vegeta naruto sasuke sakura itachi kakashi onepiece luffy bleach ichigo dragonball
simpsons homer bart southpark cartman spongebob scooby scoobydoo garfield snoopy mickey mickeymouse minnie donald goofy
disney cinderella tinkerbell peterpan nemo shrek frozen elsa bambi simba pumba tarzan mulan barbie
ferrari porsche lamborghini mercedes mercedesbenz bmw audi volkswagen toyota honda nissan mazda subaru suzuki yamaha
kawasaki ducati harley harleydavidson davidson ford chevy chevrolet camaro corvette dodge viper jeep jaguar bentley
maserati bugatti tesla volvo renault peugeot citroen fiat opel seat skoda
music musica guitar guitarra piano drums drummer violin singer rockstar rocknroll rock metal metallica slipknot nirvana
beatles queen ledzeppelin pinkfloyd acdc ironmaiden greenday blink182 linkinpark eminem tupac 2pac biggie snoopdogg
madonna shakira rihanna beyonce britney justin justinbieber bieber onedirection jonas jonasbrothers taylorswift coldplay
radiohead depechemode hiphop reggae techno house trance salsa merengue bachata reggaeton flamenco danza dance dancer
dancing ballet artist artista arte arts studio estudio radio onda ondas teatro theater cinema cine movie movies photo
america american usa canada mexico argentina brasil brazil chile colombia peru venezuela cuba puertorico espana spain
france paris london england britain scotland ireland germany berlin hamburg munich austria vienna suisse italia italy
roma rome milano napoli portugal lisboa holland amsterdam belgium brussels sweden norway denmark finland poland russia
moscow ukraine turkey istanbul greece athens egypt africa nigeria kenya india mumbai delhi pakistan bangladesh china
beijing japan tokyo korea seoul vietnam thailand bangkok philippines manila indonesia jakarta malaysia singapore australia
sydney melbourne newzealand hawaii california losangeles sanfrancisco sandiego florida miami orlando texas dallas houston
austin chicago boston newyork brooklyn jersey philadelphia phoenix arizona vegas lasvegas seattle denver colorado atlanta
michael jordan jennifer jessica ashley amanda sarah samantha nicole elizabeth stephanie heather michelle melissa rebecca
rachel danielle brittany amber crystal tiffany megan lauren kimberly christina kelly lisa laura karen susan linda barbara
patricia mary maria margaret dorothy nancy betty helen sandra donna carol ruth sharon anna anne annie emma emily olivia
sophia sophie isabella mia charlotte amelia harper evelyn abigail ella avery chloe victoria zoe natalie hannah lily grace
lucy alice julia claire eva clara carmen lucia paula daniela valentina camila gabriela mariana fernanda alejandra andrea
adriana diana sofia natalia carolina catalina monica veronica patricia claudia sandra gloria rosa teresa pilar dolores
mercedes isabel elena marta irene raquel silvia beatriz cristina nuria alba martina giulia francesca chiara sara federica
john james robert david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul andrew
joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry
justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry tyler aaron jose adam nathan
henry douglas zachary peter kyle walter ethan jeremy harold keith christian roger noah gerald carl terry sean austin arthur
lawrence jesse dylan bryan joe jordan billy bruce albert willie gabriel logan alan juan wayne roy ralph randy eugene
vincent russell elijah louis bobby philip johnny carlos luis miguel antonio francisco manuel pedro javier sergio alejandro
fernando jorge alberto alvaro pablo diego raul ruben ivan oscar hugo mario marcos lucas mateo matias santiago sebastian
nicolas andres felipe ricardo eduardo rodrigo gonzalo guillermo esteban roberto enrique ramon rafael angel jesus martin
marco matteo luca lorenzo alessandro giovanni giuseppe francesco paolo stefano klaus hans peter stefan andreas thomas
michael jurgen wolfgang werner dieter uwe jan jens lars erik sven olaf pierre jean jacques nicolas julien olivier
charlie buster max maxwell maddie bailey shadow lucky sadie molly daisy sophie buddy rocky jake toby cody duke bear oscar
sam sammy sparky smokey tigger pepper casey lucy ginger precious princess patches peanut boomer snickers scooter cooper
tucker harley bandit midnight oreo simba gizmo coco brandy dusty rusty rascal misty missy jasper winston
hello helloworld hellohello hi hola bonjour ciao hallo aloha namaste goodbye adios thankyou thanks gracias please
friend friends friendship bestfriend amigo amigos amiga family familia mother father mommy daddy mama papa mami papi
brother sister hermano hermana sisters cousin grandma grandpa husband wife marriage wedding forever foreveryoung always
together happy happiness happyday smile smiley laugh funny crazy insane psycho killer killme murder death dead deadman
blood bloody skull ghost monster beast evil hell hellfire hellyeah inferno lucifer satan nobody nothing something anything
everything whatever whoknows whocares nevermind never forget forgetit remember dontforget idontknow dontknow unknown
freedom liberty justice victory winner loser champion champions legend legends hero heroes power powerful strength strong
energy dynamite bomb rocket missile gun guns bullet sniper weapon sword knight wizard magic magical mystery mystic
money moneyman cash dollar dollars rich richard gold golden silver diamond diamonds emerald ruby sapphire crystal pearl
platinum jackpot lucky luckyme lottery casino poker blackjack gambler success business company office manager boss
bigboss boss123 worker working job freelance lawyer engineer pilot captain sailor pirate
black white red blue green yellow purple pink orange brown gray silver violet indigo turquoise negro blanco rojo azul
verde amarillo morado rosado naranja blackcat redrose blueeyes greeneyes browneyes bluesky pinky
number one two three four five six seven eight nine ten eleven hundred thousand million billion zero infinity
sex sexy sexyboy sexygirl sexygirls fuck fuckyou fuckoff fucker fuckme bitch bitches asshole bastard shit bullshit
pussy dick bigdick cock penis boobs tits porn porno nude naked hotgirl hottie hotstuff playboy playgirl player
pimp gangster gangsta thug thuglife hustler weed marijuana cannabis ganja 420 smoke smoking cigarette cocaine
qwerty qwertz azerty qwerty123 asdf asdfgh asdfghjkl asdfasdf zxcv zxcvbn zxcvbnm qazwsx qweasd qweasdzxc qweqwe
qwerqwer asdasd asdqwe wasd wsxedc abc abcd abcde abc123 abcabc abcdef aaa aaaaaa xxx xxxxxx zzz zzzzzz
a1b2c3 a1b2c3d4 1a2b3c 1q2w3e zaq1zaq1 zaq12wsx 123abc 123qwe 123asd 12qwaszx 1qazxsw2 q1w2e3 007bond jamesbond bond007
correcthorsebatterystaple opensesame sesame abracadabra hocuspocus mypassword mypass passpass passme password1password
yourpassword thepassword nopassword nopass ncc1701 thx1138 rush2112 area51 cheese1 mustang1 shadow1 dragon1 master1
computer1 internet1 killer1 superman1 batman1 tigger1 pepper1 ginger1 jordan23 michael1 charlie1 andrew1
oneplusone iwillsurvive letsgo rockyou rockme rockon kickass badass badboy badgirl goodboy goodgirl goodluck
hotdog hotrod bigdog bigdaddy bigboy bigmac topgun maverick goose iceman viper cobra python java javascript
supersecret superuser superstar superman superfly supermario supernova superior super poderoso
dinosaur dino jurassic elephant giraffe zebra kangaroo koala panda gorilla chimpanzee donkey goat sheep cow pig piggy
mercury venus mars jupiter saturn uranus neptune pluto apollo zeus poseidon athena hercules achilles odin loki freya
genesis exodus matthew revelation psalm23 john316 alpha omega beta gamma delta sigma zulu bravo tango foxtrot
phoenix1 nightmare midnight darkness dark darkside darkknight shadow1 lightside sunshine1 moonshine
snoopy1 tweety woodstock sylvester bugsbunny daffyduck taz popeye felix casper
bubbles bubblegum bubba boobear poohbear pooh winnie winniethepooh teddy teddybear cuddles snuggles huggies pumpkin
buttercup cupid valentine amor amormio amorcito tequiero teamo teamomucho mivida micorazon corazon cielo estrella bonita
hermosa preciosa princesa reina bebe chiquita gatito perrito mariposa sirena ternura felicidad esperanza libertad
jetaime jtm doudou chouchou loulou soleil amour bisous coucou nounours tigrou
schatz liebe ichliebedich hallo123 sonnenschein schalke hase maus mausi engel
amore tiamo tesoro stella ciaociao juventus1 forzamilan
meuamor saudade deus deusefiel jesuscristo familia1 flamengo1
`;
