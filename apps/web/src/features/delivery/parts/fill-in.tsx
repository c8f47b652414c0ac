import type { DeliveryDetail } from '@portal/contract/delivery/delivery'
import type { PartProps } from '../../../ui/process/process.ts'
import { EnterFiles, EnterPieces } from './enter-pieces.tsx'

/** The supplier's entries for each piece. */
export const FillIn = ({ row: d }: PartProps<DeliveryDetail>) => (
  <>
    <EnterPieces delivery={d} />
    <EnterFiles delivery={d} />
  </>
)
