import { Form, Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { SAMPLES_MAX } from '@portal/contract/booking/body'
import { Button } from '../../../ui/light.tsx'
import { Modal } from '../../../ui/modal.tsx'
import type { SampleColumns } from '../../form/shared/asked.rules.ts'
import type { SampleValues } from '../form.rules.ts'
import { columnTitles, parseSampleRows, type PastedRow } from '../paste.rules.ts'

type Block = Partial<SampleValues> | undefined
/** A sample block without input. */
const isBlank = (s: Block, columns: SampleColumns | undefined) =>
  !s?.name &&
  !s?.form &&
  !s?.hazard &&
  !s?.wishes &&
  !s?.returnWanted &&
  (s?.count ?? 1) === 1 &&
  (columns?.isBlank(s?.answers) ?? true)

export interface PasteProps {
  value?: string
  onChange?: (value: string) => void
}
interface Props extends PasteProps {
  /** The fields that the instrument asks for each sample. */
  columns?: SampleColumns
}
/**
 * Samples pasted from a spreadsheet. The text is a form field, so rows not yet taken survive closing the
 * dialog or the page.
 */
export function PasteSamples({ value = '', onChange, columns }: Props) {
  const antd = Form.useFormInstance()
  const blocks = (Form.useWatch('samples', { form: antd, preserve: true }) ?? []) as Block[]
  const [open, setOpen] = useState(false)
  const id = useId()
  const filled = blocks.filter((s) => !isBlank(s, columns))
  const room = SAMPLES_MAX - filled.length
  const { rows, good, rest, unknown } = useMemo(
    () => parseSampleRows(value, room, columns),
    [value, room, columns],
  )
  const take = () => {
    antd.setFieldsValue({ samples: [...filled, ...good] })
    // Reported as a change of the form, so that the draft stores both the samples and the rest.
    onChange?.(rest)
    if (!rest) setOpen(false)
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        从表格粘贴
      </Button>
      {!open && rows.length > 0 && <span className="muted">还有 {rows.length} 条粘贴的样品未加入</span>}
      <Modal open={open} title="从表格粘贴样品" footer={null} onCancel={() => setOpen(false)} width={720}>
        <p className="muted">
          从 Excel 或 WPS 复制后粘贴到下面，每行一种样品。首行是列名时按列名读取，否则依次为：
          {[...columnTitles, ...(columns?.titles ?? [])].join('、')}。是否退还填“是”或“否”。
        </p>
        <label htmlFor={id} className="paste-label">
          样品表
        </label>
        <Input.TextArea
          id={id}
          value={value}
          onChange={(e) => onChange?.(e.target.value)}
          autoSize={{ minRows: 5, maxRows: 12 }}
          wrap="off"
        />
        {unknown.length > 0 && <p className="muted">未识别的列，不会读取：{unknown.join('、')}</p>}
        <ul className="pasted" aria-label="预览">
          {rows.map((row) => (
            <Row key={row.line} row={row} />
          ))}
        </ul>
        {rows.length > good.length && (
          <p className="muted">另有 {rows.length - good.length} 条待修改，留在上面的文本框中。</p>
        )}
        <footer className="form-foot">
          <Button kind="primary" disabled={good.length === 0} onClick={take}>
            加入 {good.length} 条
          </Button>
          <Button onClick={() => setOpen(false)}>取消</Button>
        </footer>
      </Modal>
    </>
  )
}

function Row({ row: { line, sample, said: answered, faults } }: { row: PastedRow }) {
  const count = Number.isFinite(sample.count) ? `× ${sample.count}` : null
  const said = [
    sample.form,
    sample.hazard && `危险性：${sample.hazard}`,
    sample.returnWanted && '退还',
    sample.wishes,
    ...answered,
  ]
  return (
    <li>
      第 {line} 行　<b>{sample.name || '（未填名称）'}</b> {count}{' '}
      <span className="muted">{said.filter(Boolean).join(' · ')}</span>
      {faults.length > 0 && <div className="pasted-fault">{faults.join('；')}</div>}
    </li>
  )
}
