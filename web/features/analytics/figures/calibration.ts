import type { CalibrationBand } from '@understudy/contract/analytics';
import { sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { shareWords } from '../words.ts';
import type { Box } from './box.ts';
import { bandName } from './scores.ts';
import { columns, type FigureTable, NOTHING } from './table.ts';

const decidedOf = ({ won, lost }: CalibrationBand) => won + lost;

/** Whether no lead has been marked as won or lost yet. */
export const isUndecided = (bands: readonly CalibrationBand[]) => bands.every((band) => decidedOf(band) === 0);

export function calibrationWords(bands: readonly CalibrationBand[]): string {
  const won = sum(bands, (band) => band.won);
  const decided = sum(bands, decidedOf);
  const share = shareWords(won, decided);
  const open = sum(bands, (band) => band.open);
  return (
    `${numberWords(won)} of ${counted(decided, 'decided lead')} ${won === 1 ? 'was' : 'were'} won` +
    `${share ? ` (${share})` : ''}; ${counted(open, 'lead')} ${open === 1 ? 'is' : 'are'} still open.`
  );
}

const percent = (rate: number | null) => (rate === null ? NOTHING : (shareWords(rate, 1) ?? NOTHING));

export const calibrationTable = (bands: readonly CalibrationBand[]): FigureTable => ({
  columns: columns('Score', 'Won', 'Lost', 'Still open', 'Won of decided', 'True rate, 95% sure'),
  rows: bands.map((band) => [
    bandName(band),
    numberWords(band.won),
    numberWords(band.lost),
    numberWords(band.open),
    percent(band.rate),
    band.low === null || band.high === null ? NOTHING : `${percent(band.low)} to ${percent(band.high)}`,
  ]),
});

/** Width of the label '16/17' in pixels, and its distances from the whisker's ends. */
const LABEL_PX = 42;
const ABOVE_PX = 7;
const BELOW_PX = 17;

/** A band with decided leads and its position: the rate, and the whisker of its confidence interval. */
export interface CalibrationPoint {
  from: number;
  name: string;
  x: number;
  y: number;
  low: number;
  high: number;
  /** '3/5': won of decided. */
  words: string;
  /** Label position: above the whisker's upper end, or below its lower end if neighbours are close. */
  wordsAt: number;
}

/** Positions in a box with scores on the horizontal and rates on the vertical axis. */
export function calibrationPoints(bands: readonly CalibrationBand[], box: Box) {
  const x = scaleLinear([0, 100], [box.left, box.width - box.right]);
  const y = scaleLinear([0, 1], [box.height - box.bottom, box.top]);
  const isClose = x(10) - x(0) < LABEL_PX;
  const points = bands.flatMap((band, index): CalibrationPoint[] => {
    if (band.rate === null) return [];
    const high = y(band.high ?? band.rate);
    const low = y(band.low ?? band.rate);
    const isBelow = isClose && index % 2 === 1 && low + BELOW_PX < y(0);
    return [
      {
        from: band.from,
        name: bandName(band),
        x: x((band.from + band.to) / 2),
        y: y(band.rate),
        low,
        high,
        words: `${numberWords(band.won)}/${numberWords(decidedOf(band))}`,
        wordsAt: isBelow ? low + BELOW_PX : Math.max(box.top - 2, high - ABOVE_PX),
      },
    ];
  });
  return { x, y, points };
}
