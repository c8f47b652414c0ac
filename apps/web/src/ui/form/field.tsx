import { Form } from 'antd'
import { createContext, use, useCallback, useRef, type ReactElement, type ReactNode } from 'react'
import { makePath, parsePath, type NamePath } from './check.ts'
import { WaitContext } from './on-its-way.ts'
import type { SubmitForm } from './use-submit.ts'

// Only what fields ask of the form; its values' type does not matter to them.
export const FormContext = createContext<Pick<SubmitForm<object>, 'check' | 'required' | 'put'> | null>(null)

/** How a control says what is wrong with what stands in it, where its value cannot tell. */
export const TypedContext = createContext<((fault: string | undefined) => void) | null>(null)

interface Props {
  /** Always from the top of the values: `['samples', 0, 'name']` also inside `Form.List`. */
  name: string | NamePath
  label: ReactNode
  /** One control that takes `value` and `onChange`. */
  children: ReactElement
  /** Under the control: what is meant, which limits. */
  hint?: ReactNode
  /** Over both columns. */
  wide?: true
  /** The control is taller than a screen: its fault is said above it. */
  tall?: true
  /**
   * Said by the schema, unless the field only sometimes must be filled in. A switch always says something.
   */
  required?: boolean
  valuePropName?: string
  /** The control says itself what is wrong in it, and when the form is sent: it is a form of its own. */
  own?: true
}

/** A labelled field, checked against the call's schema on the spot. */
export function Field({
  name,
  label,
  children,
  hint,
  wide,
  tall,
  required,
  valuePropName = 'value',
  own,
}: Props) {
  const form = use(FormContext)
  const path = makePath(name)
  const typed = useRef<string>(undefined)
  const say = useCallback((fault: string | undefined) => void (typed.current = fault), [])
  const around = Form.useFormInstance()
  const waits = useRef<string>(undefined)
  const key = typeof name === 'string' ? name : name.join('.')
  const wait = useCallback(
    (words: string | undefined) => {
      const before = waits.current
      waits.current = words
      // What was said when the form was sent holds no longer. A form of its own takes it back itself.
      const at = [...parsePath(key)]
      if (!own && before && !words && around.getFieldError(at).includes(before))
        void around.validateFields([at]).catch(() => undefined)
    },
    [around, key, own],
  )
  // In a row of a `Form.List` antd puts the list's own name in front.
  const inRow = typeof path[1] === 'number'
  return (
    <TypedContext value={say}>
      <WaitContext value={wait}>
        <Form.Item
          name={[...(inRow ? path.slice(1) : path)]}
          label={label}
          extra={hint}
          required={required ?? (valuePropName !== 'checked' && (form?.required(path) ?? false))}
          className={[wide && 'form-wide', tall && 'form-tall'].filter(Boolean).join(' ')}
          valuePropName={valuePropName}
          {...(own && { help: '', validateStatus: '', validateTrigger: [] })}
          validateFirst
          rules={[
            {
              validateTrigger: 'onSubmit', // whoever only chooses a second file is not told of the first
              validator: () => (waits.current ? Promise.reject(new Error(waits.current)) : Promise.resolve()),
            },
            {
              validator: (_, value: unknown) => {
                if (typed.current) return Promise.reject(new Error(typed.current))
                const fault = form?.check(path)
                const empty =
                  value === undefined ||
                  value === null ||
                  value === '' ||
                  (Array.isArray(value) && value.length === 0)
                if (!fault)
                  return empty && required
                    ? Promise.reject(
                        new Error(typeof label === 'string' ? `${label}不能为空` : '此项不能为空'),
                      )
                    : Promise.resolve()
                // ‘日期格式不正确’ is no way to say that nothing was filled in.
                return Promise.reject(
                  new Error(
                    empty && typeof label === 'string' && !/请|不能为空/.test(fault)
                      ? `请填写${label}`
                      : fault,
                  ),
                )
              },
            },
          ]}
        >
          {children}
        </Form.Item>
      </WaitContext>
    </TypedContext>
  )
}
