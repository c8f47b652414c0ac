import { Form, type FormInstance } from 'antd'
import { useId, useRef, useState } from 'react'
import type { Call, Reply } from '@portal/contract/kernel/call'
import { startAttempt } from '../../lib/attempt.ts'
import { asFailure, type Failure } from '../../lib/failure.ts'
import type { Write } from '../../lib/query.ts'
import { sayFailure } from '../../lib/announce.ts'
import type { SendArguments } from '../../lib/send.ts'
import { say } from '../../lib/tell.ts'
import { findFault, isRequired, makePath, sortReasons, type NamePath, type Schema } from './check.ts'
import { dropDraft } from './draft.ts'

export interface SubmitOptions<C extends Call, V> {
  /** What the form starts with. */
  initial?: Partial<V>
  /** The form's values as arguments of the call; without it they are its body as they are. */
  args?: (values: V) => SendArguments<C>
  /** Said when it worked. */
  done?: string | ((reply: Reply<C>) => string)
  /** Where to go then. */
  after?: (reply: Reply<C>, values: V) => void
  /** Under this name what was typed is kept until it is sent. */
  draft?: string
}
export interface SubmitForm<V> {
  antd: FormInstance<V>
  /**
   * What the controls' ids begin with: labels of two forms on one page would lead to the first one's fields.
   */
  id: string
  initial: Partial<V> | undefined
  draft: string | undefined
  busy: boolean
  /** The last refusal: its reasons without a field, its number, its help are drawn by FormPage. */
  failure: Failure | null
  dirty: { current: boolean }
  touch(): void
  /** Fills in a field for the person, who may undo it: as if it had been typed. */
  put(name: string | NamePath, value: unknown): void
  /** Says what happens then. Returns how that ends. */
  onPut(hear: () => void): () => void
  /** What stands there is kept elsewhere now: leaving loses nothing. */
  saved(): void
  /** As if nothing had been typed. */
  clean(): void
  submit(): Promise<void>
  /** The browser itself refused, for the field `name`: what the server said last is not the reason now. */
  stop(name: NamePath | undefined): void
  /** Where a form has steps, it opens the one that a field stands in. Returns how that ends. */
  onReveal(open: (name: NamePath) => void): () => void
  /** Brings whoever submitted to the field that is wrong. */
  showFault(name: NamePath | undefined): void
  check(name: NamePath): string | undefined
  required(name: NamePath): boolean
}

/**
 * A form over a writing call: checks with the call's own schema while one types, sends once, puts the
 * server's reasons on their fields, and leaves what was typed when it did not work.
 */
export function useSubmit<C extends Call, V extends object = NonNullable<SendArguments<C>['body']> & object>(
  write: Write<C>,
  options: SubmitOptions<C, V> = {},
): SubmitForm<V> {
  const [antd] = Form.useForm<V>()
  const id = useId()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const dirty = useRef(false)
  const sending = useRef(false)
  const reveal = useRef<((name: NamePath) => void) | null>(null)
  const heard = useRef<(() => void) | null>(null)
  const [attempt] = useState(startAttempt)
  const listArgs = (values: V): SendArguments<C> =>
    options.args?.(values) ?? ({ body: values } as SendArguments<C>)
  const schema: Schema = write.call.body

  async function submit(): Promise<void> {
    if (sending.current) return // two quick clicks are one: state would be too late to say so
    sending.current = true
    setBusy(true)
    try {
      const values = await antd.validateFields().catch(() => null)
      if (values) await sendOnce(antd.getFieldsValue(true) as V)
      else stop(antd.getFieldsError().find((field) => field.errors.length > 0)?.name)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  async function sendOnce(values: V): Promise<void> {
    const args = listArgs(values)
    const files = args.files?.map((f) => [f.name, f.size, f.lastModified])
    setFailure(null)
    try {
      const reply = await attempt([args.params, args.query, args.body, files], (idempotencyKey) =>
        write.run({ ...args, quiet: true, idempotencyKey }),
      )
      dirty.current = false
      if (options.draft) dropDraft(options.draft)
      if (options.done)
        say('success', typeof options.done === 'function' ? options.done(reply) : options.done)
      options.after?.(reply, values)
    } catch (error) {
      refused(asFailure(error))
    }
  }

  /** Who presses the button at the end of a long form is brought to what is wrong, focus and all. */
  function showFault(name: NamePath | undefined): void {
    if (!name) return
    reveal.current?.(name)
    const control = document.getElementById([id, ...name].join('_'))
    control?.closest('details')?.setAttribute('open', '')
    // By antd's own way the focus would scroll once more, and only as far as the control's nearest edge.
    control?.closest('.ant-form-item')?.scrollIntoView({ block: 'start' })
    control?.focus({ preventScroll: true })
  }

  function stop(name: NamePath | undefined): void {
    setFailure(null)
    showFault(name)
  }

  function refused(f: Failure): void {
    const fields = antd.getFieldsError().map((e) => e.name as NamePath)
    const { onFields } = sortReasons(f.reasons, fields)
    if (onFields.length > 0) {
      // antd's names are typed by the form's values; these come from the wire.
      antd.setFields(onFields.map(({ name, errors }) => ({ name: [...name], errors })) as never)
      showFault(onFields[0]?.name)
    }
    setFailure(f)
    if (f.status === 0 || f.status >= 500) sayFailure(f)
  }

  return {
    antd,
    id,
    initial: options.initial,
    draft: options.draft,
    busy,
    failure,
    dirty,
    touch: () => {
      dirty.current = true
    },
    put: (name, value) => {
      // antd's names are typed by the form's values.
      antd.setFieldValue([...makePath(name)] as never, value as never)
      dirty.current = true
      heard.current?.()
    },
    onPut: (hear) => {
      heard.current = hear
      return () => {
        heard.current = null
      }
    },
    saved: () => {
      dirty.current = false
    },
    clean: () => {
      dirty.current = false
      antd.resetFields()
    },
    submit,
    onReveal: (open) => {
      reveal.current = open
      return () => {
        reveal.current = null
      }
    },
    stop,
    showFault,
    check: (name) => findFault(schema, listArgs(antd.getFieldsValue(true) as V).body, name),
    required: (name) => isRequired(schema, name),
  }
}
