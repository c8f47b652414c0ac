import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { formatMoney } from '../../../lib/format.ts'
import { AddButton } from '../../../ui/form/add-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { RemoveButton } from '../../../ui/form/remove-button.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { newItem, findPrice, sumItems, type ItemValues } from '../form.rules.ts'
import { useCategoryOptions } from '../../device/shared/category-options.ts'
import { ImportPriceFields } from './import-price-fields.tsx'
import { PreciousCaseFields } from './precious-case-fields.tsx'
import './purchase.css'

const MAX = 50

/** The requested items, one block each: instrument, quantity, price and evidence. */
export function ItemsEditor({ preciousFromFen }: { preciousFromFen: number }) {
  const items = (Form.useWatch('items') as ItemValues[] | undefined) ?? []
  const categories = useCategoryOptions()
  return (
    <Form.List name="items">
      {(rows, { add, remove }) => (
        <div className="items form-wide" role="group" aria-label="设备">
          {rows.map(({ key, name }) => (
            <div key={key} className="item" role="group" aria-label={`设备 ${name + 1}`}>
              <Field name={['items', name, 'name']} label={`设备 ${name + 1} 名称`} required>
                <Input maxLength={100} />
              </Field>
              <Field name={['items', name, 'model']} label="型号">
                <Input maxLength={100} />
              </Field>
              <Field name={['items', name, 'quantity']} label="数量" required>
                <InputNumber min={1} max={1000} precision={0} style={{ width: '100%' }} />
              </Field>
              {!items[name]?.imported && (
                <Field name={['items', name, 'unitPriceFen']} label="预算单价" required>
                  <MoneyInput />
                </Field>
              )}
              <Field name={['items', name, 'englishName']} label="英文名称">
                <Input maxLength={200} />
              </Field>
              <Field name={['items', name, 'categoryId']} label="仪器分类">
                <Select
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  options={categories}
                  placeholder="请选择"
                />
              </Field>
              <Field name={['items', name, 'manufacturer']} label="生产厂家">
                <Input maxLength={100} />
              </Field>
              <Field name={['items', name, 'country']} label="国别">
                <Input maxLength={50} />
              </Field>
              <Field name={['items', name, 'spec']} label="规格与技术要求" wide>
                <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} maxLength={2000} />
              </Field>
              <Field
                name={['items', name, 'priceBasis']}
                label="价格依据"
                wide
                hint="例如厂家报价、同类设备合同；凭据作为材料上传"
              >
                <Input maxLength={500} />
              </Field>
              <Field name={['items', name, 'imported']} label="" valuePropName="checked" wide>
                <Checkbox>进口设备</Checkbox>
              </Field>
              {items[name]?.imported && (
                <>
                  <ImportPriceFields row={name} item={items[name]} />
                  <Field name={['items', name, 'justification']} label="进口理由" wide>
                    <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />
                  </Field>
                </>
              )}
              {findPrice(items[name] ?? {}) >= preciousFromFen && (
                <PreciousCaseFields row={name} item={items[name] ?? {}} />
              )}
              <div className="item-foot">
                <p className="muted">小计 {formatMoney(sumItems(items.slice(name, name + 1)))}</p>
                {rows.length > 1 && <RemoveButton what={`设备 ${name + 1}`} onRemove={() => remove(name)} />}
              </div>
            </div>
          ))}
          <AddButton count={rows.length} most={MAX} onAdd={() => add({ ...newItem })}>
            添加设备
          </AddButton>
          <p className="items-sum" role="status">
            预算合计 {formatMoney(sumItems(items))}
          </p>
        </div>
      )}
    </Form.List>
  )
}
