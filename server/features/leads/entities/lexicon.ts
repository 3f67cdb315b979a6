/** Small word lists that several readers of entities share. All lower case. */
const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean));

/** Before a name, and no part of it. */
export const HONORIFICS = words(
  'mr mrs ms miss mx dr doctor prof professor sir dame lord lady madam capt captain col colonel mag ing dipl frau herr fräulein rev reverend father sister barrister engr engineer chief hon rabbi imam sheikh señor señora sr sra don doña monsieur madame mme mlle meneer mevrouw pan pani bay hanım pastor dkfm auntie uncle magister jr fr signora signor sig srta señorita mzee bwana shri smt pak ibu khun sayın avv dott',
);

/** Small words inside a name. */
export const PARTICLES = words(
  'de la le du des del della di da do dos das van von der den het ter ten te zu zum zur el al bin ibn ben bint abu mac mc ap ab y e i san saint st af av o',
);

/** Words of an organisation's name, which no person's has. */
export const ORG_WORDS = words(
  `gmbh ag kg se ltd limited llp llc inc plc corp co cooperative co-op coop bv nv oy aps sas sarl srl spa sl doo sro zrt kft pty pvt group holding holdings company companies associates partners sons söhne
  university uni college academy academia school schools institute institut hochschule universität université conservatoire kindergarten basisschool colegio escola kolej faculty
  hospital hospitals clinic clinics clínica clinique klinik szpital dental orthodontics pharmacy pharmacies lékárny apotheke care nursing medical health surgery maternity
  bank banks credit union insurance assurance brokers broking capital finance ventures mutuelle caisse society privatbank sparkasse microfinance
  museum musée museo salzmuseum library libraries biblioteques gallery theatre orchestra choir festival
  logistics shipping freight couriers parcel transport ferries marine lines aviation airways rail spedition
  farms farm dairy bakery bakeries brewery brewing foods food mills mill millwork malt mälzerei creamery kitchen oat cocoa coffee tea chocolate poultry meat
  works studio studios labs lab systems software analytics technologies tech digital media press publishing books textbooks editorial broadcasting radio ràdio podcast pictures props hosting networks network solutions services consulting search recruitment staffing talent agency outreach learning language facilitators growth pr
  construction engineering mouldings forge fastener gearworks tools valves timber veneer roofing steel plastics textiles garments fashion shoes hides leather spindles numbers
  hotel hotels otelleri hôtel resort inn hospitality grocers stores shops retail clubs gym fitness
  trust foundation fundación charity council gemeente municipality ministry association federation forum guild convention congress congrès committee chamber union verein stiftung cooperativa society assembly circle nights retreat
  solicitors chambers cabinet legal law accountants advisors advisers architects estates properties energy water solar wind power gas warmte offshore
  atelier maison nakladatelství uitgeverij tiskárna grúas chantiers sklepy gradnja inşaat textiles electronics optics optik werk werke haus industries industrial enterprises international trading supplies products merchant brothers bros daughters filles
  cargo timber lumber marine bouw bau yapı builders contracting contractors catering bistro restaurants garments apparel ceramics ceramiche tiles plumbing automotive motors tours voyages safaris lodge salon veterinary vets nurseries orchards vineyards winery wines vinhos distillery seafood fisheries patisserie boulangerie grocery mart records circus zoo security cleaning removals movers storage warehousing packaging printing joinery carpentry interiors flooring mining minerals quarry cement concrete chemicals pharma biotech diagnostics robotics aerospace telecom wireless animation productions events exhibitions transportes distribuidora constructora panadería imprenta ferreteria transports boutique librairie imprimerie menuiserie ateliers`,
);

/** Names that are neither a person's nor a company's. */
export const NOT_PROPER = words(
  `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
  christmas easter diwali ramadan eid pongal thanksgiving hanukkah carnival halloween pentecost ascension epiphany fasnacht
  english german french spanish italian dutch danish swedish norwegian finnish polish czech turkish arabic chinese japanese korean hindi tamil portuguese greek russian ukrainian hungarian romanian irish scottish welsh british american canadian australian indian nigerian ghanaian kenyan african european asian swiss austrian belgian
  england germany france spain italy netherlands holland denmark sweden norway finland poland czechia turkey china japan korea india portugal greece russia ukraine hungary romania ireland scotland wales britain america canada australia nigeria ghana kenya africa europe asia switzerland austria belgium uk usa us eu uae
  london dublin paris berlin munich vienna zurich basel geneva amsterdam rotterdam brussels antwerp ghent madrid barcelona lisbon rome milan prague warsaw budapest istanbul ankara izmir athens oslo stockholm copenhagen helsinki nairobi lagos accra mumbai delhi bangalore chennai pune singapore tokyo seoul taipei shanghai beijing york toronto montreal vancouver chicago boston austin texas ohio sydney melbourne edinburgh glasgow manchester leeds bristol cork galway
  ceo coo cto cfo cmo cio md gm vp hr it ai md phd mba pa ea po nda vat pdf url erp crm sop gdpr q1 q2 q3 q4 eur usd gbp chf cad aud pls asap fyi btw lol ok tbh imo ps faq tv uk cv
  hi hello hey dear greetings regards cheers gruß grüße gruss saludos cordialement thanks thank please yes no best kind sincerely mit freundlichen grüßen grüsse guten tag bonjour salut hola merhaba selam namaste goedemiddag dag ciao hallo servus moin
  whatsapp linkedin google excel slack teams zoom outlook microsoft salesforce sap chatgpt openai facebook instagram twitter youtube telegram firefox chrome safari android iphone dell email e-mail internet god lord jesus`,
);

/** Months, places and the like that people are called too: with another word they may be a name. */
export const NAMES_TOO = words(
  'jan may april june august milan paris london vienna florence austin sydney york boston holland ireland england france german french english welsh jesus lord best kind md oslo geneva',
);

/** Greetings and thanks of other languages, which open a sentence and are nobody's name. */
export const GREETINGS = words(
  `selamlar grüß gott grüezi buenos buenas días dias tardes noches buongiorno salve bom dia boa tarde noite olá namaskar haan sawubona habari jambo mabuhay g'day gday yoh allô aló ahoj dobrý den cześć dzień dobry witam zdravo pozdrav günaydın hei hej hallå tere labas bună ziua privet aloha moien salem salam salaam assalamu assalomu alaykum alaikum aleikum
  grazie merci danke obrigado obrigada kiitos hvala tack takk tak bedankt dziękuję dziekuje děkuji köszönöm teşekkürler teşekkür shukran asante slán sláinte mercy mulțumesc thx cheers ta soy ich mein je ik mijn sono jestem sou eu jsem mi me il el`,
);

/** Capitalised at the start of a sentence, and no name. */
export const STARTERS = words(
  `i i'm i'd i've i'll im we we're we've we'd we'll it it's its that that's this these those there there's they they're he he's she she's you you're your my our the a an and or but so if when where who what which how why is are was were do does did can could would will should may might shall have has had not no yes
  from to at in on for by of with before after until since about please send call contact write ring mail email ask tell let get give make take put also then now just only even still maybe perhaps actually well oh ok okay right sure great good fine grand perfect brilliant lovely wonderful excellent exactly quite absolutely fair agreed noted
  hi hello hey dear greetings regards cheers thanks thank gruß grüße gruss grüsse saludos cordialement name's names best kind yours sincerely hope looking nice any some every each all both most many more one two three four five six seven eight nine ten first second third last next today tomorrow yesterday tonight budget address number phone mobile tel name role title company signed begin start kick-off kickoff price cost question quick serious sorry ha haha hmm ouch wow amen gracias merci danke bravo contract proposal invoice po papers video live same because however although though while as like use don't do can't can won't isn't understood accepted`,
);
export { words as wordSet };
