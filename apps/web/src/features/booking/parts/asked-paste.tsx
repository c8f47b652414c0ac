import type { FillableForm } from '@portal/contract/form/form'
import { useMemo } from 'react'
import { readSampleColumns } from '../../form/shared/sample-columns.ts'
import { PasteSamples, type PasteProps } from './paste-samples.tsx'

/** Samples pasted from a spreadsheet, with a column for each field that the instrument asks for. */
export default function AskedPaste({ asked, ...props }: PasteProps & { asked: FillableForm }) {
  const columns = useMemo(() => readSampleColumns(asked), [asked])
  return <PasteSamples {...props} columns={columns} />
}
