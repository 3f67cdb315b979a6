import { LANGUAGE_NAMES } from '@understudy/contract/languages';
import { WORKS } from '@understudy/contract/leads';
import { HOSTED_PROVIDERS, PROVIDERS } from '@understudy/contract/providers';
import { SHOW_FILES, type TwinText } from '@understudy/contract/twin-texts';
import { t } from '../../../../platform/texts.ts';
import type { Choice, Field, FieldSection } from './field-types.ts';
import { showSections } from './show-fields.ts';
import { type Root, valueAt } from './yaml-edit.ts';

/** The ids and names of a list of groups, such as voices. */
const choicesOf =
  (list: string) =>
  (fields: unknown): Choice[] => {
    const items = valueAt(fields, [list]);
    if (!Array.isArray(items)) return [];
    return items.flatMap((item: unknown) => {
      const id = valueAt(item, ['id']);
      const name = valueAt(item, ['name']);
      return typeof id === 'string' && id !== '' ? [{ value: id, label: typeof name === 'string' ? name : id }] : [];
    });
  };

const personaSections = (): FieldSection[] => [
  {
    name: t('twinForm.you'),
    fields: [
      { is: 'rename', at: 'name', label: t('twin.fullName'), isWide: true },
      { is: 'line', at: 'title', label: t('twinForm.title'), hint: t('twinForm.titleHint') },
      {
        is: 'choice',
        at: 'work',
        label: t('setup.work'),
        hint: t('setup.workHint'),
        usual: 'advice',
        choices: () => WORKS.map((value) => ({ value, label: t(`setup.works.${value}`) })),
      },
      { is: 'line', at: 'location', label: t('twinForm.location') },
      { is: 'line', at: 'tagline', label: t('twinForm.tagline'), hint: t('twinForm.taglineHint'), isWide: true },
      { is: 'paragraph', at: 'biography', label: t('twinForm.biography'), isWide: true },
      { is: 'words', at: 'languages', label: t('twinForm.languages'), hint: t('twinForm.commasHint') },
      { is: 'portrait', at: 'portrait', label: t('photo.name'), isOptional: true, isWide: true },
      { is: 'brand_color', at: 'color', label: t('brand.name'), isOptional: true, isWide: true },
    ],
  },
  {
    name: t('twinForm.manner'),
    about: t('twinForm.mannerAbout'),
    fields: (['formality', 'length', 'humour'] as const).map((at) => ({
      is: 'slider',
      at: `style.${at}`,
      label: t(`twinForm.style.${at}`),
      low: t(`twinForm.low.${at}`),
      high: t(`twinForm.high.${at}`),
      meaning: (value: number) => t(`setup.sliderWords.${at}`, { value }),
      min: 1,
      max: 5,
      usual: 3,
      isWide: true,
    })),
  },
  {
    name: t('twinForm.services'),
    about: t('twinForm.servicesAbout'),
    fields: [
      {
        is: 'groups',
        at: 'services',
        label: t('twinForm.services'),
        item: t('twinForm.service'),
        title: 'name',
        fresh: { id: '', name: '', summary: '', price: '', duration: '' },
        fields: [
          {
            is: 'line',
            at: 'name',
            label: t('twinForm.serviceName'),
            hint: t('twinForm.serviceNameHint'),
            givesId: true,
          },
          { is: 'line', at: 'id', label: t('twinForm.id'), hint: t('twinForm.idHint') },
          { is: 'paragraph', at: 'summary', label: t('twinForm.summary'), isWide: true },
          { is: 'line', at: 'price', label: t('twinForm.price') },
          { is: 'line', at: 'duration', label: t('twinForm.duration') },
          {
            is: 'words',
            at: 'aliases',
            label: t('twinForm.aliases'),
            hint: t('twinForm.aliasesHint'),
            isOptional: true,
            isWide: true,
          },
        ],
      },
      { is: 'paragraph', at: 'pricing', label: t('twinForm.pricing'), isOptional: true, isWide: true },
      { is: 'paragraph', at: 'availability', label: t('twinForm.availability'), isOptional: true, isWide: true },
    ],
  },
  {
    name: t('twinForm.contact'),
    fields: [
      { is: 'paragraph', at: 'contact.note', label: t('twinForm.contactNote'), isOptional: true, isWide: true },
      {
        is: 'url',
        at: 'contact.calendar',
        label: t('twinForm.calendar'),
        hint: t('twinForm.calendarHint'),
        isOptional: true,
        isWide: true,
      },
    ],
    links: [
      { section: 'offers', label: t('twinForm.toOffers') },
      { section: 'hours', label: t('twinForm.toHours') },
      { section: 'visitor_page', label: t('twinForm.toVisitorPage') },
    ],
  },
  {
    name: t('twinForm.opinions'),
    about: t('twinForm.opinionsAbout'),
    fields: [
      { is: 'lines', at: 'opinions', label: t('twinForm.opinions'), item: t('twinForm.opinion'), isOptional: true },
    ],
  },
  {
    name: t('twinForm.proof'),
    about: t('twinForm.proofAbout'),
    fields: [
      {
        is: 'lines',
        at: 'proof.clients',
        label: t('twinForm.clients'),
        item: t('twinForm.client'),
        isOptional: true,
      },
      {
        is: 'groups',
        at: 'proof.quotes',
        label: t('twinForm.quotes'),
        item: t('twinForm.quote'),
        title: 'by',
        fresh: { text: '', by: '' },
        isOptional: true,
        fields: [
          { is: 'paragraph', at: 'text', label: t('twinForm.quoteText'), isWide: true },
          { is: 'line', at: 'by', label: t('twinForm.quoteBy'), isWide: true },
        ],
      },
    ],
  },
  {
    name: t('twinForm.smallPrint'),
    fields: [
      {
        is: 'number',
        at: 'copyright.year',
        label: t('twinForm.year'),
        min: 1900,
        max: 9999,
        isOptional: true,
      },
      {
        is: 'line',
        at: 'copyright.company',
        label: t('twinForm.company'),
        hint: t('twinForm.companyHint'),
        isOptional: true,
      },
      {
        is: 'paragraph',
        at: 'consent.text',
        label: t('twinForm.consent'),
        hint: t('twinForm.consentHint'),
        isWide: true,
      },
      {
        is: 'paragraph',
        at: 'consent.translations.de',
        label: t('twinForm.consentIn', { language: LANGUAGE_NAMES.de }),
        hint: t('twinForm.translationHint'),
        isWide: true,
        isOptional: true,
      },
      {
        is: 'paragraph',
        at: 'consent.translations.es',
        label: t('twinForm.consentIn', { language: LANGUAGE_NAMES.es }),
        hint: t('twinForm.translationHint'),
        isWide: true,
        isOptional: true,
      },
      { is: 'line', at: 'consent.version', label: t('twinForm.consentVersion'), hint: t('twinForm.versionHint') },
    ],
  },
];

/** @param voices those of `voices.yaml`; empty until they are known */
const modeSections = (voices: readonly Choice[]): FieldSection[] => [
  {
    name: t('twinForm.look'),
    fields: [
      { is: 'line', at: 'name', label: t('twinForm.name') },
      { is: 'choice', at: 'voiceId', label: t('twinForm.voice'), choices: () => voices, isVoice: true },
      { is: 'line', at: 'description', label: t('twinForm.modeDescription'), isWide: true },
      { is: 'color', at: 'color', label: t('twinForm.modeColor') },
    ],
  },
  {
    name: t('twinForm.instructions'),
    about: t('twinForm.instructionsAbout'),
    fields: [{ is: 'paragraph', at: 'systemPrompt', label: t('twinForm.instructions'), isWide: true }],
  },
  {
    name: t('twinForm.says'),
    about: t('twinForm.saysAbout'),
    fields: [
      {
        is: 'lines',
        at: 'greeting',
        label: t('twinForm.greeting'),
        hint: t('twinForm.greetingHint'),
        item: t('twinForm.greetingItem'),
      },
      {
        is: 'lines',
        at: 'performer_greeting',
        label: t('twinForm.stageGreeting'),
        hint: t('twinForm.stageGreetingHint'),
        item: t('twinForm.greetingItem'),
      },
      {
        is: 'lines',
        at: 'followup',
        label: t('twinForm.followup'),
        hint: t('twinForm.followupHint'),
        item: t('twinForm.followupItem'),
      },
    ],
  },
];

const voiceSections = (): FieldSection[] => [
  {
    name: t('twinForm.voices'),
    about: t('twinForm.voicesAbout'),
    fields: [
      {
        is: 'choice',
        at: 'default',
        label: t('twinForm.defaultVoice'),
        hint: t('twinForm.defaultVoiceHint'),
        choices: choicesOf('voices'),
      },
      {
        is: 'groups',
        at: 'voices',
        label: t('twinForm.voices'),
        item: t('twinForm.voiceItem'),
        title: 'name',
        fresh: {
          id: '',
          name: '',
          embedded: { name: 'en-us', pitch: 50, range: 50, rate: 140 },
          providers: Object.fromEntries(HOSTED_PROVIDERS.map((one) => [one, ''])),
        },
        fields: [
          { is: 'line', at: 'name', label: t('twinForm.name') },
          { is: 'line', at: 'id', label: t('twinForm.id'), hint: t('twinForm.voiceIdHint') },
          {
            is: 'line',
            at: 'embedded.name',
            label: t('twinForm.embeddedVoice'),
            hint: t('twinForm.embeddedVoiceHint'),
            isWide: true,
          },
          ...(
            [
              ['pitch', 0, 99, 50],
              ['range', 0, 99, 50],
              ['rate', 100, 260, 140],
            ] as const
          ).map(([at, min, max, usual]) => ({
            is: 'slider' as const,
            at: `embedded.${at}`,
            label: t(`twinForm.style.${at}`),
            low: t(`twinForm.low.${at}`),
            high: t(`twinForm.high.${at}`),
            isWide: true,
            min,
            max,
            usual,
          })),
          ...HOSTED_PROVIDERS.map((one) => ({
            is: 'line' as const,
            at: `providers.${one}`,
            label: t('twinForm.voiceAt', { provider: PROVIDERS[one].label }),
          })),
        ],
      },
    ],
  },
];

const modelFields = (): Field[] => [
  { is: 'line', at: 'name', label: t('twinForm.name') },
  { is: 'line', at: 'contextLength', label: t('twinForm.context'), hint: t('twinForm.contextHint') },
  { is: 'line', at: 'description', label: t('twinForm.modelDescription'), isWide: true },
  { is: 'color', at: 'color', label: t('twinForm.modeColor') },
];

/** Fields of a group within the document. */
const within = (group: string, fields: readonly Field[]): Field[] =>
  fields.map((field) => ({ ...field, at: `${group}.${field.at}` }));

const modelSections = (): FieldSection[] => [
  {
    name: t('twinForm.models'),
    about: t('twinForm.modelsAbout'),
    fields: [
      { is: 'choice', at: 'default', label: t('twinForm.defaultModel'), choices: choicesOf('models') },
      {
        is: 'groups',
        at: 'models',
        label: t('twinForm.models'),
        item: t('twinForm.modelItem'),
        title: 'name',
        fresh: { id: '', name: '', description: '', contextLength: '128k', color: '#8a6a3b' },
        fields: [
          { is: 'line', at: 'id', label: t('twinForm.modelId'), hint: t('twinForm.modelIdHint'), isWide: true },
          ...modelFields(),
          {
            is: 'line',
            at: 'successor',
            label: t('twinForm.successor'),
            hint: t('twinForm.successorHint'),
            isOptional: true,
          },
        ],
      },
    ],
  },
  { name: t('twinForm.embedded'), about: t('twinForm.embeddedAbout'), fields: within('embedded', modelFields()) },
  {
    name: t('twinForm.speech'),
    about: t('twinForm.speechAbout'),
    fields: [
      ...HOSTED_PROVIDERS.flatMap((one) =>
        (['transcription', 'speech'] as const).map((kind) => ({
          is: 'line' as const,
          at: `providers.${one}.${kind}`,
          label: t(`twinForm.at.${kind}`, { provider: PROVIDERS[one].label }),
        })),
      ),
      ...(['transcription', 'speech'] as const).map((kind) => ({
        is: 'pairs' as const,
        at: kind,
        label: t(`twinForm.modelsOf.${kind}`),
        hint: t('twinForm.successorsHint'),
        keyLabel: t('twinForm.modelItem'),
        valueLabel: t('twinForm.successor'),
        isWide: true,
      })),
    ],
  },
];

/** The sections of a text's form; null for texts without one of fields. */
export function sectionsOf(
  { file, kind }: Pick<TwinText, 'file' | 'kind'>,
  voices: readonly Choice[],
): FieldSection[] | null {
  if (kind === 'show') return showSections(file);
  if (kind === 'persona') return personaSections();
  if (kind === 'mode') return modeSections(voices);
  if (kind === 'voices') return voiceSections();
  return kind === 'models' ? modelSections() : null;
}

/** What stands on the outermost level of a text. */
export const rootOf = (file: string): Root =>
  file.startsWith('show/') && file !== SHOW_FILES.material ? 'list' : 'fields';

/** The voices that a text of `voices.yaml` names. */
export const voiceChoices = choicesOf('voices');
