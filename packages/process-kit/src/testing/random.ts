import fc from 'fast-check'
import type { Graph, Mode } from '../model/graph.ts'
import { drawGraph } from './draw.ts'

type Drawn = Parameters<typeof drawGraph>[0]
const modes: Mode[] = ['any', 'all', 'sequence', 'percent']

/**
 * Random graphs: nested blocks, which are sound, and sometimes a few flows added, moved or removed, which
 * often makes them unsound.
 */
export const randomGraph: fc.Arbitrary<Graph> = fc
  .record({
    seeds: fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 30 }),
    noise: fc.array(
      fc.record({ how: fc.constantFrom('add', 'move', 'drop'), a: fc.nat(50), b: fc.nat(50) }),
      { maxLength: 2 },
    ),
    noisy: fc.boolean(),
  })
  .map(({ seeds, noise, noisy }) => {
    const drawing = new Drawing(seeds)
    drawing.nodes['start'] = { kind: 'start' }
    drawing.nodes['end'] = { kind: 'end' }
    drawing.block('start', 'end', 3)
    const flows = drawing.flows
    const names = Object.keys(drawing.nodes)
    const at = (i: number) => names[i % names.length] ?? 'end'
    for (const { how, a, b } of noisy ? noise : [])
      if (how === 'add') flows.push(`${at(a)}>${at(b)}`)
      else if (how === 'drop') flows.splice(a % flows.length, 1)
      else flows[a % flows.length] = `${flows[a % flows.length]?.split('>')[0]}>${at(b)}`
    return finish(drawing.nodes, flows)
  })

/** Gives every choice conditions on a field; its last flow is the default. */
function finish(nodes: Drawn, flows: readonly string[]): Graph {
  const named: Drawn = { ...nodes }
  const tested = flows.map(
    (flow, i): string | [string, { field: string; condition: '=='; value: number }] => {
      const from = flow.split('>')[0] ?? ''
      if (nodes[from]?.kind !== 'choice') return flow
      const isLast = !flows.slice(i + 1).some((other) => other.startsWith(`${from}>`))
      if (isLast) named[from] = { kind: 'choice', otherwise: `f${i}` }
      return isLast ? flow : [flow, { field: 'way', condition: '==', value: i % 5 }]
    },
  )
  return drawGraph(named, tested)
}

class Drawing {
  readonly nodes: Drawn = {}
  readonly flows: string[] = []
  private readonly seeds: readonly number[]
  private at = 0
  constructor(seeds: readonly number[]) {
    this.seeds = seeds
  }
  private roll(most: number): number {
    return (this.seeds[this.at++ % this.seeds.length] ?? 0) % most
  }
  private add(kind: 'task' | 'choice' | 'parallel'): string {
    const id = `${kind}${Object.keys(this.nodes).length}`
    this.nodes[id] = kind === 'task' ? { kind, mode: modes[this.roll(4)] ?? 'any', percent: 60 } : { kind }
    return id
  }
  /** Adds a random block between two nodes. */
  block(from: string, to: string, depth: number): void {
    const kind = this.roll(depth > 0 && Object.keys(this.nodes).length < 25 ? 5 : 1)
    if (kind === 0) {
      const task = this.add('task')
      this.flows.push(`${from}>${task}`, `${task}>${to}`)
    } else if (kind === 1) {
      const middle = this.add('task')
      this.block(from, middle, depth - 1)
      this.block(middle, to, depth - 1)
    } else if (kind === 4) {
      // A loop with a block inside.
      const [merge, split] = [this.add('choice'), this.add('choice')]
      this.flows.push(`${from}>${merge}`)
      this.block(merge, split, depth - 1)
      this.flows.push(`${split}>${merge}`, `${split}>${to}`)
    } else {
      const gateway = kind === 2 ? 'choice' : 'parallel'
      const [split, join] = [this.add(gateway), this.add(gateway)]
      this.flows.push(`${from}>${split}`, `${join}>${to}`)
      for (let i = 0; i < 2 + this.roll(2); i++) this.block(split, join, depth - 1)
    }
  }
}
