import { ENERGY_MAX, ENGAGEMENT_MAX, type ShowMode } from '@understudy/contract/constants';
import type { ShowView } from '@understudy/contract/show';
import { t } from '../../platform/texts.ts';
import type { ShowNews, ShowState } from './show.ts';

/** Modes as the catalogue names them. */
const KEYS = {
  philosophical: 'philosophical',
  comedy: 'comedy',
  banter: 'banter',
  storytelling: 'storytelling',
  debate: 'debate',
  riffing: 'riffing',
  'segment-transition': 'segmentTransition',
  'audience-interaction': 'audienceInteraction',
} as const satisfies Record<ShowMode, string>;

/** The modes in their order: from here, so that pages without a show do not load the list with the constants. */
export const MODES = Object.keys(KEYS) as ShowMode[];
/** A mode's name. */
export const modeName = (mode: ShowMode): string => t(`show.mode.${KEYS[mode]}`);
/** What happens in a mode. */
export const modeMeans = (mode: ShowMode): string => t(`show.means.${KEYS[mode]}`);

/** A meter's value in one of five words. */
const band = (value: number, max: number): number => Math.min(4, Math.max(0, Math.floor((value / max) * 5)));
/** How lively the show is. */
export const energyWords = (value: number): string => t('show.energyIs', { band: band(value, ENERGY_MAX) });
/** How the audience takes it. */
export const engagementWords = (value: number): string => t('show.engagementIs', { band: band(value, ENGAGEMENT_MAX) });
/** Which way the audience's engagement goes. */
export const trendWords = (trend: ShowView['trend']): string => t('show.trendIs', { trend });

/** What happened on air, for screen readers. */
export function newsWords(news: ShowNews): string {
  switch (news.kind) {
    case 'mode':
      return t('show.newsMode', { mode: modeName(news.mode), by: news.by });
    case 'moment':
      return t('show.newsMoment');
    case 'callback':
      return t('show.newsCallback', { setup: news.setup });
    case 'started':
      return t('show.newsStarted');
    case 'stopped':
      return t('show.newsStopped');
  }
}

/** The sign over the stage. */
export function signWords({ phase, connection }: Pick<ShowState, 'phase' | 'connection'>): string {
  if (phase === 'over' || phase === 'none') return t('show.offAir');
  return phase === 'asked' || connection === 'connecting' ? t('show.goingOnAir') : t('show.onAir');
}

/** The connection, unless all is well. */
export function connectionLine({ phase, connection }: Pick<ShowState, 'phase' | 'connection'>): string | null {
  if (connection === 'elsewhere') return t('show.elsewhere');
  if (phase === 'stopping') return t(connection === 'live' ? 'show.stopping' : 'show.stoppingLater');
  if (connection === 'reconnecting') return t('show.reconnecting');
  if (connection === 'connecting') return t('show.connecting');
  return connection === 'ended' ? t('show.connectionEnded') : null;
}
