import { Input, Select } from 'antd'
import { useState } from 'react'
import type { assetCalls } from '@portal/contract/asset/calls'
import { findingWords, scanConditionWords, type ScanRow } from '@portal/contract/asset/stocktake'
import { formatMinute } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { listOptions } from '../../../ui/list/options.ts'
import { RoomSelect } from '../../lab/shared/room-select.tsx'
import { useScan } from '../asset.queries.ts'
import { MAX_SCANNED, serialIn } from '../serial.rules.ts'

interface Values {
  serialId?: string
  condition?: keyof typeof scanConditionWords
  roomId?: number | null
  note?: string | null
}
interface Props {
  stocktakeId: number
  /** The number on the label; without it the user types numbers one after the other. */
  serialId?: string
  scannedAt?: string | null
  onCancel?: () => void
}
/** Records that a device was found. A second record replaces the first. */
export function ScanForm({ stocktakeId, serialId, scannedAt, onCancel }: Props) {
  const [last, setLast] = useState<ScanRow>()
  const form = useSubmit<typeof assetCalls.scan, Values>(useScan(), {
    initial: { condition: 'good', ...(serialId && { serialId }) },
    args: ({ serialId: typed = '', condition = 'good', roomId = null, note = null }) => ({
      params: { id: stocktakeId },
      body: { serialId: serialId ?? serialIn(typed), condition, roomId, note },
    }),
    done: (s) => `已登记：${s.device.name}`,
    after: (s) => {
      setLast(s)
      // The finding belongs to this device only; the scanner submits the next number by itself.
      if (!serialId) form.antd.setFieldsValue({ serialId: '', condition: 'good', roomId: null, note: null })
    },
  })
  return (
    <>
      {scannedAt && !last && (
        <p className="muted">已于 {formatMinute(scannedAt)} 盘点，再次登记将更新结果。</p>
      )}
      <FormPage form={form} submit="登记盘点" columns={2} {...(onCancel && { onCancel })}>
        {serialId ? (
          <></>
        ) : (
          <Field name="serialId" label="资产编号" required>
            <Input maxLength={MAX_SCANNED} autoComplete="off" placeholder="扫描枪或手工输入" />
          </Field>
        )}
        <Field name="condition" label="现状">
          <Select options={listOptions(scanConditionWords)} />
        </Field>
        <Field name="roomId" label="实际房间" hint="在登记房间时不用填">
          <RoomSelect />
        </Field>
        <Field name="note" label="备注">
          <Input maxLength={200} />
        </Field>
      </FormPage>
      {last && (
        <p className="scan-said" role="status">
          {last.device.name}（{last.device.serialId}）：
          {last.findings.length ? last.findings.map((f) => findingWords[f]).join('、') : '与账面一致'}
        </p>
      )}
    </>
  )
}
