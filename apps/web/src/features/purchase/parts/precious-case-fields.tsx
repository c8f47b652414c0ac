import { Form, Input, InputNumber } from 'antd'
import { use, useState } from 'react'
import { installations, installationWords, preciousWords } from '@portal/contract/purchase/precious-case'
import { Field, FormContext } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { Button } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import type { ItemValues } from '../form.rules.ts'
import { useSimilarDevices } from '../purchase.queries.ts'

interface Props {
  row: number
  item: Partial<ItemValues>
}
/** The case for a precious instrument, required on submission. */
export function PreciousCaseFields({ row, item }: Props) {
  const at = (part: string) => ['items', row, 'preciousCase', part]
  return (
    <>
      <Field name={at('hoursPerYear')} label="预期机时（小时/年）" required>
        <InputNumber min={1} max={8784} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field
        name={at('similar')}
        label={preciousWords.similar}
        wide
        required
        hint="校内现有同类设备的台数、机时，以及不能满足需要的原因"
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />
      </Field>
      <Similar row={row} item={item} />
      <Field
        name={at('sharing')}
        label={preciousWords.sharing}
        wide
        required
        hint="开放范围、机时比例、管理人员和收费"
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />
      </Field>
      {installations.map((part) => (
        <Field key={part} name={at(part)} label={`安装条件：${installationWords[part]}`} required>
          <Input maxLength={200} placeholder="不需要的填“无”" />
        </Field>
      ))}
      <Field name={at('runningFen')} label="年运行经费" required>
        <MoneyInput />
      </Field>
      <Field name={at('runningSource')} label={preciousWords.runningSource} required>
        <Input maxLength={200} />
      </Field>
    </>
  )
}

const SHOWN = 10
/**
 * Similar instruments that the university has, found by category and name; one click copies them into the
 * text.
 */
function Similar({ row, item }: Props) {
  const form = Form.useFormInstance()
  const [asked, setAsked] = useState<{ deviceName?: string; categoryId?: number }>()
  const { data, error, isFetching, refetch } = useSimilarDevices(
    { query: { ...asked, size: SHOWN } },
    { enabled: asked !== undefined },
  )
  const around = use(FormContext)
  const path = ['items', row, 'preciousCase', 'similar']
  const found = asked ? (data?.items ?? []) : []
  const lines = found.map(
    (d) =>
      `${d.serialId} ${[d.name, d.model].filter(Boolean).join(' ')}，${d.lab.name}，近一年机时 ${Math.round(d.usedMinutes / 60)} 小时`,
  )
  const take = () =>
    around?.put(path, [form.getFieldValue(path), ...lines].filter(Boolean).join('\n').slice(0, 2000))
  return (
    <div className="form-wide similar-devices">
      <div className="page-extra">
        <Button
          size="small"
          icon="search"
          busy={isFetching}
          disabled={!item.categoryId && !item.name}
          onClick={() =>
            setAsked(item.categoryId ? { categoryId: item.categoryId } : { deviceName: item.name ?? '' })
          }
        >
          {item.categoryId ? '按分类查重' : '按名称查重'}
        </Button>
        {lines.length > 0 && (
          <Button size="small" onClick={take}>
            写入同类设备
          </Button>
        )}
      </div>
      {asked && error && !data && <PageError error={error} title="查重失败" onRetry={() => void refetch()} />}
      {asked && data && !isFetching && (
        <div role="status">
          <p className="muted">
            {found.length === 0
              ? '校内没有找到同类设备'
              : `校内同类设备 ${data.total} 台${found.length === SHOWN ? `，列出前 ${SHOWN} 台` : ''}`}
          </p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
