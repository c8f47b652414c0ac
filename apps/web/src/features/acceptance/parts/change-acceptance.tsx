import type { AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import type { PartProps } from '../../../ui/process/process.ts'
import { AcceptanceForm } from './acceptance-form.tsx'
import { EditPictures } from './pictures.tsx'

/** Pictures are saved as soon as they are chosen, the rest with the form. */
export function ChangeAcceptance({ row: a }: PartProps<AcceptanceDetail>) {
  return (
    <>
      <EditPictures acceptance={a} />
      <AcceptanceForm acceptance={a} />
    </>
  )
}
