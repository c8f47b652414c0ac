import { deliveryRefusals, type PieceBody, type PieceState } from '@portal/contract/delivery/delivery'
import type { Reason } from '@portal/contract/kernel/envelope'
import type { Delivery } from './delivery.flow.ts'

interface About {
  /** Acts for the company that delivers. */
  member: boolean
  auditor: boolean
}
/** The roles of a person in a delivery. People of the supplier do not check their own data. */
export const findRoles = ({ member, auditor }: About): Set<Delivery['role']> =>
  new Set(member ? ['member'] : auditor ? ['tender_office'] : [])

const reason = (code: keyof typeof deliveryRefusals, field: string): Reason => ({
  code,
  message: deliveryRefusals[code],
  field,
})

/** Faults of the entered pieces, each with its field; `pieces` are those of the delivery. */
export function judgePieces(
  list: readonly PieceBody[],
  pieces: readonly { id: number; state: PieceState }[],
  today: string,
): Reason[] {
  const states = new Map(pieces.map((p) => [p.id, p.state]))
  const plates = new Set<string>()
  return list.flatMap((p, i) => {
    const state = states.get(p.id)
    if (state === undefined) return [reason('PIECE_OTHER', `pieces.${i}.id`)]
    const faults: Reason[] = []
    if (state !== 'expected' && state !== 'entered') faults.push(reason('PIECE_CLOSED', `pieces.${i}.id`))
    const plate = [p.manufacturer, p.model, p.factoryNumber].join('\n')
    if (plates.has(plate)) faults.push(reason('NUMBER_TWICE', `pieces.${i}.factoryNumber`))
    plates.add(plate)
    if (p.madeOn !== null && p.madeOn > today) faults.push(reason('MADE_FUTURE', `pieces.${i}.madeOn`))
    return faults
  })
}

/** `电镜 第 2 台、离心机 第 1 台`: the first three pieces that are still to be entered. */
export function expectedWords(
  pieces: readonly { name: string; number: number; state: PieceState }[],
): string {
  const open = pieces.filter((p) => p.state === 'expected')
  const first = open.slice(0, 3).map((p) => `${p.name} 第 ${p.number} 台`)
  return first.join('、') + (open.length > first.length ? ` 等 ${open.length} 台` : '')
}
