import type { ReactNode } from 'react';
import { kitTexts } from '../texts/kit.ts';
import style from './evidence.module.css';

export interface Series {
  readonly name: string;
  /** One value per label; null for a gap. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly title: string;
  /** Along the bottom. */
  readonly labels: readonly string[];
  /** At most three. */
  readonly series: readonly Series[];
  /** Formats a value for the table, and for the axis where `axis` does not. */
  readonly format: (value: number) => string;
  /** Formats a value for the axis, where there is room for few letters. */
  readonly axis?: (value: number) => string;
  /** Counts: the axis has whole numbers alone. */
  readonly isWhole?: boolean;
  /** The end of the axis, for charts of one scale. */
  readonly top?: number;
}

const [WIDE, HIGH] = [360, 150];
const [LEFT, TOP, BOTTOM] = [44, 8, 20];
const STEPS = 4;

/** Bar chart, stacked if there are several series, with the same figures as a table. */
export function BarChart(chart: ChartProps) {
  const { labels, series } = chart;
  const totals = labels.map((_, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );

  const most = chart.top ?? niceTop(Math.max(0, ...totals));
  const slot = (WIDE - LEFT) / Math.max(1, labels.length);

  const bars = labels.flatMap((label, at) => {
    let under = 0;

    return series.map(({ name, values }, index) => {
      const from = under;
      under += values[at] ?? 0;

      const [y, bottom] = [toHeight(under, most), toHeight(from, most)];

      return (
        <rect
          key={`${label} ${name}`}
          data-bar={index}
          x={LEFT + at * slot + slot * 0.15}
          y={y}
          width={slot * 0.7}
          height={Math.max(0, bottom - y)}
        />
      );
    });
  });

  return (
    <Figure {...chart} most={most} slot={slot} kind="bar">
      {bars}
    </Figure>
  );
}

/** Line chart, each line with its own dashes, with the same figures as a table. */
export function LineChart(chart: ChartProps) {
  const { labels, series } = chart;
  const most = chart.top ?? findAxisEnd(series);
  const slot = (WIDE - LEFT) / Math.max(1, labels.length);

  return (
    <Figure {...chart} most={most} slot={slot} kind="line">
      {series.map(({ name, values }, index) => (
        <g key={name}>
          <path data-series={index} d={drawPath(values, slot, most)} />
          <End of={values} slot={slot} most={most} />
        </g>
      ))}
    </Figure>
  );
}

interface FigureProps extends ChartProps {
  readonly most: number;
  readonly slot: number;
  readonly kind: 'bar' | 'line';
  readonly children: ReactNode;
}

function Figure({ most, slot, kind, children, ...chart }: FigureProps) {
  const { title, labels, series, format, axis = format, isWhole = false } = chart;
  const isEmpty = series.every(({ values }) =>
    values.every((value) => value === null || value === 0),
  );

  const count = isWhole ? wholeSteps(most) : STEPS;
  const steps = isEmpty
    ? [0]
    : Array.from({ length: count + 1 }, (_, step) => (most * step) / count);
  const every = Math.ceil(labels.length / 12);

  return (
    <figure aria-label={title}>
      <ul className={style.key}>
        {series.map(({ name }, index) => (
          <li key={name}>
            <svg className={style.swatch} width="16" height="8" aria-hidden="true">
              {kind === 'bar' ? (
                <rect width="16" height="8" data-bar={index} />
              ) : (
                <path d="M0 4h16" data-series={index} />
              )}
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <svg className={style.chart} viewBox={`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
        {steps.map((value) => (
          <g key={value}>
            <path data-line="grid" d={`M${LEFT} ${toHeight(value, most)}H${WIDE}`} />
            <text x={LEFT - 6} y={toHeight(value, most) + 4} textAnchor="end">
              {axis(value)}
            </text>
          </g>
        ))}
        {children}
        {labels.map((label, at) =>
          at % every === 0 ? (
            <text key={label} x={LEFT + (at + 0.5) * slot} y={HIGH - 5} textAnchor="middle">
              {label}
            </text>
          ) : null,
        )}
      </svg>
      <details className={style.figures}>
        <summary>{kitTexts.asTable}</summary>
        <FigureTable title={title} labels={labels} series={series} format={format} />
      </details>
    </figure>
  );
}

function FigureTable({ title, labels, series, format }: ChartProps) {
  return (
    <table className={style.journal} aria-label={title}>
      <thead>
        <tr>
          <td />
          {series.map(({ name }) => (
            <th key={name} scope="col" data-align="right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, at) => (
          <tr key={label}>
            <td>{label}</td>
            {series.map(({ name, values }) => (
              <td key={name} data-align="right">
                {typeof values[at] === 'number' ? format(values[at]) : '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function toHeight(value: number, most: number): number {
  return HIGH - BOTTOM - (value / most) * (HIGH - BOTTOM - TOP);
}

/** Where a line ends: a line of one day is a dot. */
function End({
  of,
  slot,
  most,
}: {
  readonly of: Series['values'];
  readonly slot: number;
  readonly most: number;
}) {
  const at = of.findLastIndex((value) => value !== null);
  const value = of[at];

  return typeof value === 'number' ? (
    <circle data-end cx={LEFT + (at + 0.5) * slot} cy={toHeight(value, most)} r="3" />
  ) : null;
}

/** Steps between which lie whole numbers: of 1, 2, 5, 10, 20, 50 and so on. */
function wholeSteps(most: number): number {
  return most % STEPS === 0 ? STEPS : most % 5 === 0 ? 5 : most;
}

/** The end of an axis for some lines. */
export function findAxisEnd(series: readonly Series[]): number {
  return niceTop(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
}

/** The axis ends at 1, 2 or 5 times a power of ten. */
function niceTop(most: number): number {
  if (most <= 0) return 1;

  const power = 10 ** Math.floor(Math.log10(most));

  return power * ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10);
}

function drawPath(values: readonly (number | null)[], slot: number, most: number): string {
  let isBroken = true;

  return values
    .map((value, at) => {
      if (value === null) {
        isBroken = true;
        return '';
      }

      const point = `${isBroken ? 'M' : 'L'}${(LEFT + (at + 0.5) * slot).toFixed(1)} ${toHeight(value, most).toFixed(1)}`;
      isBroken = false;

      return point;
    })
    .join('');
}
