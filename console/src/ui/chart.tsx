import type { ReactNode } from 'react';
import { kitTexts } from '../texts/kit.ts';
import style from './evidence.module.css';

interface Series {
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
  /** Formats a value for the axis and the table. */
  readonly format: (value: number) => string;
}

const [WIDE, HIGH] = [360, 150];
const [LEFT, TOP, BOTTOM] = [44, 8, 20];
const STEPS = 4;

/** Bar chart, stacked if there are several series, with the same figures as a table. */
export function BarChart({ title, labels, series, format }: ChartProps) {
  const totals = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const most = niceTop(Math.max(0, ...totals));
  const slot = (WIDE - LEFT) / Math.max(1, labels.length);
  const bars = labels.flatMap((label, at) => {
    let under = 0;
    return series.map(({ name, values }, index) => {
      const from = under;
      under += values[at] ?? 0;
      const [y, bottom] = [heightOf(under, most), heightOf(from, most)];
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
    <Figure title={title} labels={labels} series={series} format={format} most={most} slot={slot} kind="bar">
      {bars}
    </Figure>
  );
}

/** Line chart, each line with its own dashes, with the same figures as a table. */
export function LineChart({ title, labels, series, format }: ChartProps) {
  const most = niceTop(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const slot = (WIDE - LEFT) / Math.max(1, labels.length);
  return (
    <Figure title={title} labels={labels} series={series} format={format} most={most} slot={slot} kind="line">
      {series.map(({ name, values }, index) => (
        <path key={name} data-series={index} d={pathOf(values, slot, most)} />
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

function Figure({ title, labels, series, format, most, slot, kind, children }: FigureProps) {
  const isEmpty = series.every(({ values }) => values.every((value) => value === null || value === 0));
  const steps = isEmpty ? [0] : Array.from({ length: STEPS + 1 }, (_, step) => (most * step) / STEPS);
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
            <path data-line="grid" d={`M${LEFT} ${heightOf(value, most)}H${WIDE}`} />
            <text x={LEFT - 6} y={heightOf(value, most) + 4} textAnchor="end">
              {format(value)}
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

function heightOf(value: number, most: number): number {
  return HIGH - BOTTOM - (value / most) * (HIGH - BOTTOM - TOP);
}

/** The axis ends at 1, 2 or 5 times a power of ten. */
function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10);
}

function pathOf(values: readonly (number | null)[], slot: number, most: number): string {
  let isBroken = true;
  return values
    .map((value, at) => {
      if (value === null) {
        isBroken = true;
        return '';
      }
      const point = `${isBroken ? 'M' : 'L'}${(LEFT + (at + 0.5) * slot).toFixed(1)} ${heightOf(value, most).toFixed(1)}`;
      isBroken = false;
      return point;
    })
    .join('');
}
