import { Input, InputNumber, Select, Switch } from 'antd'
import { formCalls } from '@portal/contract/form/calls'
import { defaultOptions } from '@portal/form-kit/form/form'
import type { FormButton, Json } from '@portal/form-kit/form/form'
import { isObject } from '@portal/form-kit/form/scan'
import { isDirty, useDesign, useDesigner } from './designer.ts'
import { Prop } from '../../../ui/form/prop.tsx'

/** The form's own settings: its name, its labels and its buttons. */
export function FormPanel() {
  const { act, setAbout } = useDesigner()
  const about = useDesign((state) => state.about)
  const options = useDesign(({ design }) => design.form.options)
  const put = (path: string, value: Json | undefined) =>
    void act({ do: 'option', path, value }, { what: `options ${path}` })
  // A missing name is reported only after the first change, not on a new empty form.
  const isBegun = useDesign(isDirty)
  const form = { ...defaultOptions.form, ...(isObject(options.form) ? options.form : {}) }
  const nameFault = formCalls.create.body.shape.name.safeParse(about.name).error?.issues[0]?.message
  return (
    <>
      <Prop label="表单名称" fault={isBegun ? nameFault : null}>
        {(aria) => (
          <Input
            {...aria}
            value={about.name}
            maxLength={60}
            onChange={(e) => setAbout({ name: e.target.value })}
          />
        )}
      </Prop>
      <Prop label="分类">
        {(aria) => (
          <Input
            {...aria}
            value={about.category}
            maxLength={30}
            onChange={(e) => setAbout({ category: e.target.value })}
          />
        )}
      </Prop>
      <Prop label="说明" hint="填写人在表单上方看到">
        {(aria) => (
          <Input.TextArea
            {...aria}
            autoSize={{ minRows: 2, maxRows: 6 }}
            value={about.description}
            maxLength={500}
            onChange={(e) => setAbout({ description: e.target.value })}
          />
        )}
      </Prop>
      <Prop label="标签位置" inline>
        {(aria) => (
          <Select
            {...aria}
            value={form['labelPosition'] ?? 'right'}
            options={[
              { value: 'right', label: '右对齐' },
              { value: 'left', label: '左对齐' },
              { value: 'top', label: '在上方' },
            ]}
            onChange={(value) => put('form.labelPosition', value)}
          />
        )}
      </Prop>
      <Prop label="标签宽度（像素）" inline>
        {(aria) => (
          <InputNumber<number>
            {...aria}
            min={0}
            max={600}
            precision={0}
            value={Number.parseInt(String(form['labelWidth']), 10) || 0}
            onChange={(value) => put('form.labelWidth', value === null ? undefined : `${value}px`)}
          />
        )}
      </Prop>
      <Prop label="尺寸" inline>
        {(aria) => (
          <Select
            {...aria}
            value={form['size'] ?? 'mini'}
            options={[
              { value: 'large', label: '大' },
              { value: 'default', label: '中' },
              { value: 'small', label: '小' },
              { value: 'mini', label: '迷你' },
            ]}
            onChange={(value) => put('form.size', value)}
          />
        )}
      </Prop>
      <Prop label="行内排列" inline>
        {(aria) => (
          <Switch
            {...aria}
            size="small"
            checked={form['inline'] === true}
            onChange={(v) => put('form.inline', v)}
          />
        )}
      </Prop>
      <Prop label="隐藏必填星号" inline>
        {(aria) => (
          <Switch
            {...aria}
            size="small"
            checked={form['hideRequiredAsterisk'] === true}
            onChange={(v) => put('form.hideRequiredAsterisk', v)}
          />
        )}
      </Prop>
      <ButtonProps label="提交按钮" path="submitBtn" button={options.submitBtn ?? true} onChange={put} />
      <ButtonProps label="重置按钮" path="resetBtn" button={options.resetBtn ?? false} onChange={put} />
    </>
  )
}

interface ButtonPropsProps {
  label: string
  path: 'submitBtn' | 'resetBtn'
  button: boolean | FormButton
  onChange: (path: string, value: Json | undefined) => void
}
/** A button is a boolean, or an object if it has its own text; the object's other keys are kept. */
function ButtonProps({ label, path, button, onChange }: ButtonPropsProps) {
  const isShown = isObject(button) ? button.show !== false : button
  const words = isObject(button) ? (button.innerText ?? '') : ''
  return (
    <>
      <Prop
        label={label}
        hint={path === 'submitBtn' && !isShown ? '填写时仍会显示，否则无法提交' : undefined}
        inline
      >
        {(aria) => (
          <Switch
            {...aria}
            size="small"
            checked={isShown}
            onChange={(on) => onChange(isObject(button) ? `${path}.show` : path, on)}
          />
        )}
      </Prop>
      {isShown && (
        <Prop label={`${label}文字`} inline>
          {(aria) => (
            <Input
              {...aria}
              value={words}
              maxLength={20}
              placeholder={path === 'submitBtn' ? '提交' : '重置'}
              onChange={(e) =>
                isObject(button)
                  ? onChange(`${path}.innerText`, e.target.value || undefined)
                  : onChange(path, { show: true, innerText: e.target.value })
              }
            />
          )}
        </Prop>
      )}
    </>
  )
}
