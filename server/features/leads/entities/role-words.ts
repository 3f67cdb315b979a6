import { wordSet } from './lexicon.ts';

/** Words that a position or occupation is named by; they end it, unless a field follows. */
const HEADS = wordSet(
  `founder cofounder co-founder owner co-owner coowner proprietor proprietress ceo coo cto cfo cmo cio cpo cro co-ceo md gm gf vp svp evp avp president vice-president presidenta chair chairman chairwoman chairperson trustee director co-director directora directeur directrice direktor direktorin manager gérant gérante gerente partner principal head lead leader boss chief officer secretary treasurer registrar rector dean provost headmaster headmistress headteacher
  administrator coordinator co-ordinator supervisor foreman forewoman superintendent controller comptroller assistant executive exec analyst advisor adviser consultant facilitator coach trainer mentor engineer developer programmer designer architect scientist researcher professor lecturer teacher tutor student fresher undergraduate graduate apprentice intern trainee
  accountant bookkeeper auditor lawyer solicitor barrister attorney notary notaire magistrate judge prokurist clerk cashier receptionist nurse matron midwife doctor physician surgeon dentist hygienist pharmacist vet therapist psychologist
  producer presenter editor journalist reporter writer author blogger podcaster translator interpreter photographer comedian actor actress musician composer conductor curator librarian archivist stationmaster groomer
  baker brewer chef cook waiter butcher farmer grower gardener driver cleaner mechanic electrician plumber carpenter welder machinist toolmaker maker tailor weaver fisherman miner builder mason painter porter guard conciërge concierge caretaker janitor
  recruiter headhunter printer guide usher chasseuse chasseur wholesaler importer exporter distributor salesman saleswoman salesperson rep representative agent broker banker buyer merchandiser planner scheduler scrum-master strategist specialist expert technician operator volunteer temp organiser organizer founder-ceo freelancer entrepreneur investor shareholder
  pastor priest imam rabbi nun monk councillor mayor alderman minister ambassador
  inhaber inhaberin geschäftsführer geschäftsführerin geschaeftsfuehrer leiter leiterin betriebsleiter vorstand eigenaar eigenaresse jednatel jednatelka patron patronne propietario propietaria dueño dueña dyrektor prezes właściciel kierownik müdür müdürü kurucu sahibi amministratore titolare responsabile
  granddaughter daughter-in-law son-in-law mediator sophomore podcaster dg pdg retiree pensioner member adviser-in-chief editor-in-chief commander-in-chief housewife hobbyist man woman person guy lady secretary-general bursar provost warden ranger skipper pilot sailor steward purser sec dispatcher estimator surveyor inspector conservator adjointe adjoint général générale geral vedoucí redakce gestor gestora encargado encargada obchodní`,
);
const HEAD_ENDINGS =
  /(?:leiter|leiterin|führer|führerin|direktor|direktorin|meister|meisterin|chefin|beauftragte[rn]?|referent|referentin|assistentin|berater|beraterin|manager|ologist|adora|tora|smith|wright|monger|keeper)$/;

/** Words that may stand before the head of a position. */
const MODIFIERS = wordSet(
  `senior junior deputy vice assistant associate acting interim incoming outgoing new former retired managing executive general chief regional national local global group head lead founding sole second third co main senior full-time part-time freelance fractional independent hon honorary
  joint line other commercial technical technology medical clinical nursing operating operations operational ops sales marketing finance financial hr people talent it product production plant factory site works office practice clinic school business development project programme program event events conference partnerships partner partnership purchasing procurement buying supply chain logistics fleet transport quality safety compliance legal risk audit credit loan lending innovation digital data transformation change strategy account accounts customer client service support community outreach communications communication press media social content editorial news art arts creative music rights visitor experience volunteer learning training education curriculum scientific research field area branch store stores shop retail warehouse night day shift ward shift payroll tax tram bus truck train crane front desk personal virtual executive union student university wedding dress shelf kiln herd harbour harbor port spa hotel restaurant kitchen pastry dental veterinary process excellence continuous improvement building facility facilities property estates farm dairy games game software web frontend backend full stack costume stage slide saddle tool board committee programme company town city town parish council investment private wealth venture equity regulatory public corporate internal external human resources improvement revenue growth brand category key major master lighting theatre sound film podcast radio tv studio animal dog horse devrel stand-up standup talent delivery engagement`,
);

/** What a position may be of or for: 'head of operations', 'chair of the board'. */
const FIELDS = wordSet(
  `operations ops sales finance people hr marketing purchasing procurement communications comms product products engineering it technology stores libraries library music school schools department board committee programme programmes programs program programming partnerships customer customers field night nights day shift archive archives permits transformation innovation growth strategy events event production logistics quality security safety compliance staff studies nursing council trustees directors franchise franchising talent culture learning training development education research science data digital design content editorial commercial legal risk audit credit lending retail branches clinics wards surgery emergency outreach fundraising membership services service support success experience transport fleet maintenance facilities property estates administration admin office change projects project planning supply veranstaltungen vertrieb einkauf personal produktion redakce programmation dean's owner-manager photography collections exhibitions visitor curriculum admissions sixth sport general adjunto adjunta comercial ejecutivo ejecutiva`,
);

export const isHead = (word: string): boolean => HEADS.has(word) || HEAD_ENDINGS.test(word);
export const isModifier = (word: string): boolean => MODIFIERS.has(word) || /^(?:\p{L}+-)+\p{L}+$/u.test(word);
export const isField = (word: string): boolean => FIELDS.has(word);
/** Heads that say all: what follows 'of' is the company. */
export const ALONE: ReadonlySet<string> = wordSet(
  'founder cofounder co-founder owner co-owner proprietor proprietress partner inhaber inhaberin eigenaar dueño dueña ceo coo cto cfo md prokurist founder-ceo jednatel jednatelka',
);
/** Heads so broad that they need a word before them to be a position. */
export const BROAD: ReadonlySet<string> = wordSet(
  'member man woman person guy lady lead chief head boss executive sec expert maker second agent guard partner general president minister author leader patron',
);
