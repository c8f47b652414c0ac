import { sessionCalls } from '@portal/contract/session/session'
import { anybody, findPerson, type Campus } from '../campus.ts'
import { interleaved, startSides, type Side, type Sides } from '../compare.ts'
import { load, requestBytes, type Measured } from '../load.ts'
import type { Task } from '../task.ts'
import { atLeast, versus } from './versus.ts'
import { withTimes, type Row, type Work } from './work.ts'

const CLIENTS = 16
const OF_BODY = 0.5

export const emptyTask = (campus: Campus): Task => ({
  name: 'empty',
  variants: 1,
  status: 200,
  sample(i) {
    const { token, tokenHash, userId } = findPerson(campus, i)
    return { method: 'GET', path: sessionCalls.current.path, token, values: { userId, tokenHash } }
  },
  pgbench: { set: [anybody.set(campus)], values: anybody.values },
})

/** Compares with Fastify alone, which sends the same body without a session check or a database. */
async function besideBody({ all, least }: Sides): Promise<Row[]> {
  if (!least) throw new Error('L was asked for')
  const body: Side = (clients, seconds) =>
    load({ port: least.port, clients, seconds, request: () => requestBytes('GET', '/same-body') })
  const { sides, noisy } = await interleaved([all.product, body], CLIENTS)
  const [product, bare] = sides as [Measured, Measured]
  return [
    {
      work: 'who am I, beside the same body from Fastify that looks at nothing',
      clients: CLIENTS,
      product: withTimes(product),
      a: '',
      l: withTimes(bare),
      b: '',
      ratio: `${(product.rate / bare.rate).toFixed(2)} of the body`,
      target: `≥ ${OF_BODY} of the body`,
      reached: product.rate >= OF_BODY * bare.rate,
      noisy,
    },
  ]
}

/** The call "who am I": hardly more than the cost that every call has before its own work. */
export const emptyCall: Work = {
  name: 'empty',
  async run({ reading: { url, campus } }) {
    const sides = await startSides(url, emptyTask(campus), { least: true })
    try {
      return [...(await versus('who am I', sides, atLeast(0.5))), ...(await besideBody(sides))]
    } finally {
      await sides.close()
    }
  },
}
