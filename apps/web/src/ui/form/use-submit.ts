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
  /** Initial values. */
  initial?: Partial<V>
  /** Converts the form's values to arguments of the call; by default they are its body. */
  args?: (values: V) => SendArguments<C>
  /** Success message. */
  done?: string | ((reply: Reply<C>) => string)
  /** Called after success, to navigate for example. */
  after?: (reply: Reply<C>, values: V) => void
  /** Name under which unsent input is stored as a draft. */
  draft?: string
}
export interface SubmitForm<V> {
  antd: FormInstance<V>
  /** Prefix of the controls' ids; without it the labels of two forms on one page would share ids. */
  id: string
  initial: Partial<V> | undefined
  draft: string | undefined
  busy: boolean
  /** The last refusal; FormPage draws its number, help and the reasons without a field. */
  failure: Failure | null
  dirty: { current: boolean }
  touch(): void
  /** Sets a field for the user, who may undo it; treated like typed input. */
  put(name: string | NamePath, value: unknown): void
  /** Calls `hear` after each `put`. Returns the unsubscribe function. */
  onPut(hear: () => void): () => void
  /** The input is stored on the server now: leaving loses nothing, and the draft must not come back. */
  saved(): void
  /** Treats the form as untouched. */
  clean(): void
  submit(): Promise<void>
  /** The browser itself refused, at the field `name`; this replaces the server's last refusal. */
  stop(name: NamePath | undefined): void
  /** For a form with steps: `open` shows the step of a field. Returns the unsubscribe function. */
  onReveal(open: (name: NamePath) => void): () => void
  /** Scrolls to the invalid field and focuses it. */
  showFault(name: NamePath | undefined): void
  check(name: NamePath): string | undefined
  required(name: NamePath): boolean
}

/**
 * A form for a writing call: checks with the call's own schema while the user types, prevents double submits,
 * shows the server's reasons at their fields, and keeps the input after a failure.
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
    if (sending.current) return // ignores a second click; a state would update too late
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
    setFailure(null)
    try {
      // Within the `try`: input of which no request can be made must be refused visibly as well.
      const args = listArgs(values)
      const files = args.files?.map((f) => [f.name, f.size, f.lastModified])
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

  /** Scrolls to and focuses the first fault, because the submit button may be far below it. */
  function showFault(name: NamePath | undefined): void {
    if (!name) return
    reveal.current?.(name)
    const control = document.getElementById([id, ...name].join('_'))
    control?.closest('details')?.setAttribute('open', '')
    // antd's own focus would scroll again, and only to the control's nearest edge.
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
      // antd types field names by the form's values; these come from the server.
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
      // antd types field names by the form's values.
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
      if (options.draft) dropDraft(options.draft)
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
