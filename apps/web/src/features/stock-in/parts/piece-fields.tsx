import { Form, Input, Select, type FormInstance } from 'antd'
import { use } from 'react'
import { deviceFundingWords, devicePurposeWords } from '@portal/contract/device/body'
import type { StockInDetail } from '@portal/contract/stock-in/stock-in'
import { formatMoney } from '../../../lib/format.ts'
import { Field, FormContext } from '../../../ui/form/field.tsx'
import { Button } from '../../../ui/light.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { useEveryLab, withClosed } from '../../lab/shared/lab-options.ts'
import { RoomSelect } from '../../lab/shared/room-select.tsx'
import { NamedPerson } from '../../people/shared/named-person.tsx'
import { copyFirst, type PieceValue } from '../form.rules.ts'
import { useCategoryOptions } from '../../device/shared/category-options.ts'
import './rows.css'

const pick = (words: Record<string, string>) => (
  <Select allowClear options={listOptions(words)} placeholder="请选择" />
)
const search = { optionFilterProp: 'label' }

/** Place, keeper and category of each instrument. */
export function PieceFields({ order: s, form }: { order: StockInDetail; form: FormInstance }) {
  const around = use(FormContext)
  const labs = useEveryLab()
  const categories = useCategoryOptions()
  const pieces = Form.useWatch('pieces', { form, preserve: true }) as PieceValue[] | undefined
  return (
    <Form.List name="pieces">
      {(rows) => (
        <fieldset className="form-wide stock-rows">
          <legend>设备（{rows.length} 台）</legend>
          {rows.map(({ key, name }) => {
            const piece = s.pieces[name]
            return (
              <div key={key} className="stock-piece" role="group" aria-label={`设备 ${name + 1}`}>
                <p>
                  <b>
                    {name + 1}. {piece?.name}
                  </b>{' '}
                  <span className="muted">
                    {[piece?.model, piece?.suppliedNumber, piece && formatMoney(piece.priceFen)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </p>
                <Field name={['pieces', name, 'labId']} label={`使用实验室 ${name + 1}`} required>
                  <Select
                    allowClear
                    showSearch={search}
                    options={withClosed(labs, piece?.lab)}
                    placeholder="请选择"
                  />
                </Field>
                <Field name={['pieces', name, 'roomId']} label={`存放房间 ${name + 1}`}>
                  <RoomSelect />
                </Field>
                <Field name={['pieces', name, 'keeperId']} label={`保管人 ${name + 1}`} required>
                  <NamedPerson
                    at={['pieces', name, 'keeper']}
                    offered={[{ value: s.requester.id, label: s.requester.name }]}
                  />
                </Field>
                <Field name={['pieces', name, 'categoryId']} label={`仪器分类 ${name + 1}`} required>
                  <Select
                    allowClear
                    showSearch={search}
                    options={categories.map((c) => ({ ...c }))}
                    placeholder="国家平台分类"
                  />
                </Field>
                <Field name={['pieces', name, 'purpose']} label={`使用方向 ${name + 1}`} required>
                  {pick(devicePurposeWords)}
                </Field>
                <Field name={['pieces', name, 'funding']} label={`经费来源 ${name + 1}`} required>
                  {pick(deviceFundingWords)}
                </Field>
                <Field name={['pieces', name, 'gbtCode']} label={`国标分类号 ${name + 1}`}>
                  <Input maxLength={9} placeholder="7–8 位数字，新版以字母开头" />
                </Field>
                <Field name={['pieces', name, 'moeCode']} label={`教育部分类号 ${name + 1}`}>
                  <Input maxLength={8} placeholder="8 位数字" />
                </Field>
              </div>
            )
          })}
          {rows.length > 1 && (
            <Button size="small" onClick={() => around?.put('pieces', copyFirst(pieces ?? []))}>
              其余各台与第 1 台相同
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  )
}
