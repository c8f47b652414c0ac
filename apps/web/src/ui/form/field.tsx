import { Form } from 'antd'
import { createContext, use, useCallback, useRef, type ReactElement, type ReactNode } from 'react'
import { makePath, parsePath, type NamePath } from './check.ts'
import { WaitContext } from './on-its-way.ts'
import type { SubmitForm } from './use-submit.ts'

// The part of the form that fields use; the type of its values does not matter.
export const FormContext = createContext<Pick<SubmitForm<object>, 'check' | 'required' | 'put'> | null>(null)

/** For a control to report a fault that its value cannot show. */
export const TypedContext = createContext<((fault: string | undefined) => void) | null>(null)

interface Props {
  /** Path from the top of the values: `['samples', 0, 'name']`, also inside `Form.List`. */
  name: string | NamePath
  label: ReactNode
  /** One control that takes `value` and `onChange`. */
  children: ReactElement
  /** Help under the control: meaning, limits. */
  hint?: ReactNode
  /** Spans both columns. */
  wide?: true
  /** The control may be taller than the screen, so its fault is shown above it. */
  tall?: true
  /**
   * Taken from the schema by default; set it if the field is required only sometimes. A switch always has a
   * value.
   */
  required?: boolean
  valuePropName?: string
  /** The control shows its own faults, also on submit, because it is a form of its own. */
  own?: true
}

/** A labelled field, checked against the call's schema while the user types. */
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
      // Removes the message of the last submit, which no longer applies. A form of its own does so itself.
      const at = [...parsePath(key)]
      if (!own && before && !words && around.getFieldError(at).includes(before))
        void around.validateFields([at]).catch(() => undefined)
    },
    [around, key, own],
  )
  // In a row of a `Form.List` antd prepends the list's name.
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
              validateTrigger: 'onSubmit', // choosing a second file must not show the fault of the first
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
                // ‘日期格式不正确’ would be a wrong message for an empty field.
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
