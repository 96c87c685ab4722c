import type { Sample, Samples } from './samples.ts'

type Point = readonly [seconds: number, value: number]

interface Line {
  readonly name: string
  /** Its pieces: it is interrupted while there is no value. */
  readonly pieces: readonly (readonly Point[])[]
}

const width = 720
const height = 120
const left = 56
const right = 120
const gap = 46
const colors = ['#3465a4', '#cc0000', '#4e9a06', '#75507b']

/** Draws what was sampled, one chart below the other, with a mark for each kill. */
export function drawSoak({ taken, kills }: Pick<Samples, 'taken' | 'kills'>, title: string): string {
  const last = Math.max(...taken.map(({ seconds }) => seconds))
  const charts: readonly (readonly [title: string, lines: readonly Line[]])[] = [
    ['Memory of each process, MB', ofProcesses(taken, ({ megabytes }) => megabytes)],
    ['Open descriptors of each process', ofProcesses(taken, ({ descriptors }) => descriptors)],
    ['Series of the metrics of each process', ofProcesses(taken, ({ series }) => series)],
    ['Connections to the database', [lineOf('all', taken, ({ connections }) => connections)]],
    ['Dead rows of all tables', [lineOf('all', taken, ({ deadRows }) => deadRows)]],
    ['Answers a second', ratesOf(taken)],
  ]
  const bottom = 54 + charts.length * (height + gap)
  const x = (seconds: number) => left + (seconds / last) * (width - left - right)
  const drawn = charts.map(([name, lines], index) => chart(name, lines, 62 + index * (height + gap), x, last))
  const names = [...new Set(taken.flatMap(({ processes }) => Object.keys(processes)))]
  const marks = kills.map(({ seconds, name }) => {
    const at = x(seconds).toFixed(1)
    const color = colors[names.indexOf(name) % colors.length]
    return `<path d="M${at} 50V${bottom - gap}" stroke="${color}" stroke-opacity="0.4" stroke-dasharray="2 3"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom}" font-family="sans-serif" font-size="11">
<title>${title}</title>
<rect width="${width}" height="${bottom}" fill="#fff"/>
<text x="${left}" y="18" font-size="13" fill="#222">${title}</text>
<text x="${left}" y="32" fill="#888">Dashed lines: the process of that color was killed and started again</text>
${[...marks, ...drawn].join('\n')}
</svg>
`
}

const lineOf = (name: string, samples: readonly Sample[], value: (sample: Sample) => number): Line => ({
  name,
  pieces: [samples.map((sample) => [sample.seconds, value(sample)])],
})

function ofProcesses(
  samples: readonly Sample[],
  value: (process: Sample['processes'][string]) => number,
): Line[] {
  const names = [...new Set(samples.flatMap(({ processes }) => Object.keys(processes)))]
  return names.map((name) => {
    const pieces: Point[][] = [[]]
    let age = 0
    for (const { seconds, processes } of samples) {
      const process = processes[name]
      // Another one: the line of the one before ended when it was killed.
      if (!process || process.age < age) pieces.push([])
      if (process) pieces.at(-1)?.push([seconds, value(process)])
      age = process?.age ?? 0
    }
    return { name, pieces: pieces.filter(({ length }) => length > 0) }
  })
}

/** Returns the answers between each two samples, and those of them that were an outage or wrong. */
function ratesOf(samples: readonly Sample[]): Line[] {
  const rate = (count: (sample: Sample) => number) =>
    samples.slice(1).map((sample, index) => {
      const before = samples[index] as Sample
      return [sample.seconds, (count(sample) - count(before)) / (sample.seconds - before.seconds)] as const
    })
  return [
    { name: 'all', pieces: [rate(({ requests }) => requests)] },
    { name: 'refused or cut off', pieces: [rate(({ outages }) => outages)] },
    { name: 'wrong', pieces: [rate(({ wrong }) => wrong)] },
  ]
}

function chart(
  name: string,
  lines: readonly Line[],
  top: number,
  x: (seconds: number) => number,
  last: number,
): string {
  const most = niceAbove(
    Math.max(1, ...lines.flatMap(({ pieces }) => pieces.flat().map(([, value]) => value))),
  )
  const y = (value: number) => top + 18 + (1 - value / most) * (height - 18)
  const grid = [0, most / 2, most].map(
    (value) =>
      `<path d="M${left} ${y(value).toFixed(1)}H${width - right}" stroke="#ddd"/><text x="${left - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end" fill="#666">${value}</text>`,
  )
  const drawn = lines.map(({ name: label, pieces }, index) => {
    const path = pieces
      .map((piece) =>
        piece.map(([seconds, value]) => `${x(seconds).toFixed(1)} ${y(value).toFixed(1)}`).join('L'),
      )
      .join('M')
    const color = colors[index % colors.length]
    return `<path d="M${path}" fill="none" stroke="${color}" stroke-width="1.5"/><text x="${width - right + 8}" y="${top + 30 + index * 14}" fill="${color}">${label}</text>`
  })
  const ends = `<text x="${width - right}" y="${top + height + 14}" text-anchor="end" fill="#666">${Math.round(last / 60)} minutes</text>`
  return `<text x="${left}" y="${top + 8}" fill="#222">${name}</text>\n${[...grid, ...drawn, ends].join('\n')}`
}

/** Returns the next number above a value of which the half is one to read, such as 20, 50 or 100. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 5, 8, 10].find((factor) => factor * power >= value) ?? 10) * power
}
