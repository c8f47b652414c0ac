import { Input } from 'antd'
import type { assetCalls } from '@portal/contract/asset/calls'
import type { ScrapDetail } from '@portal/contract/asset/scrap'
import type { Attachment } from '@portal/contract/kernel/rows'
import type { Write } from '../../../lib/query.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useChangeScrap, useDraftScrap } from '../asset.queries.ts'
import { FilesField } from './files-field.tsx'

interface Values {
  why?: string
  condition?: string | null
  priceFen?: number | null
  files?: readonly Attachment[]
}
interface Props {
  deviceId: number
  /** The draft to change. */
  scrap?: ScrapDetail
  onSaved: (id: number) => void
  onCancel?: () => void
}
export function ScrapForm({ deviceId, scrap, onSaved, onCancel }: Props) {
  const create = useDraftScrap()
  const change = useChangeScrap()
  const write: Write<typeof assetCalls.draftScrap> = scrap
    ? {
        call: create.call,
        busy: change.busy,
        run: ({ body, quiet }) =>
          change.run({ params: { id: scrap.id }, body: body ?? { why: '' }, ...(quiet && { quiet }) }),
      }
    : create
  const form = useSubmit<typeof assetCalls.draftScrap, Values>(write, {
    initial: {
      why: scrap?.why ?? '',
      condition: scrap?.condition ?? null,
      priceFen: scrap?.priceStated ? scrap.priceFen : null,
      files: scrap?.files ?? [],
    },
    args: ({ why = '', condition = null, priceFen = null, files = [] }) => ({
      body: { deviceId, why, condition, priceFen, fileIds: files.map((f) => f.id) },
    }),
    done: '报废申请已保存，提交后开始审批',
    after: ({ id }) => onSaved(id),
  })
  return (
    <FormPage form={form} submit={scrap ? '保存修改' : '保存草稿'} {...(onCancel && { onCancel })}>
      <Field name="why" label="报废理由" hint="使用年限、故障、维修价值、替代情况">
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Field>
      <Field name="condition" label="仪器现状" hint="提交前必填">
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Field>
      {scrap && !scrap.priceStated ? (
        <></>
      ) : (
        <Field name="priceFen" label="原值或估值" hint="仪器档案已登记原值的以档案为准；未登记的提交前必填">
          <MoneyInput />
        </Field>
      )}
      <Field name="files" label="照片和附件">
        <FilesField business="scrap" />
      </Field>
    </FormPage>
  )
}
