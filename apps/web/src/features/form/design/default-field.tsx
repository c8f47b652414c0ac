import { checkValue } from '@portal/form-kit/check/check'
import { findTitle } from '@portal/form-kit/check/title'
import { findAsking } from '@portal/form-kit/components/components'
import type { ShownRule } from '@portal/form-kit/control/show'
import { findId } from '@portal/form-kit/edit/list'
import type { Json, Rule } from '@portal/form-kit/form/form'
import { findOptionSource } from '@portal/form-kit/options/options'
import { findDefault } from '@portal/form-kit/values/defaults'
import { Suspense, useId, useMemo, useState } from 'react'
import { Prop } from '../../../ui/form/prop.tsx'
import { Button, Skeleton } from '../../../ui/light.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { drawings } from '../shared/controls/drawings.ts'
import { chooseInputType, findKind } from '../shared/settings.ts'
import { ViewContext, type View } from '../shared/view-context.ts'
import { useDesigner } from './designer.ts'
import '../shared/form-view.css'

/** Whether a field may have a default. Files, people and passwords are personal, so they may not. */
function mayBegin(rule: Rule): boolean {
  const value = findAsking(rule)?.value
  if (value === undefined || value === 'any' || value === 'files' || value === 'person') return false
  return findKind(rule) !== 'input' || chooseInputType(rule) !== 'password'
}

/** A field's default value, edited with the same control that people will use. */
export function DefaultField({ rule }: { rule: Rule }) {
  const drawing = drawings[findKind(rule) ?? '']
  if (!drawing || !mayBegin(rule)) return null
  return drawing.isWide ? (
    <InDialog rule={rule} />
  ) : (
    <InPanel rule={rule} isGroup={drawing.isGroup === true} />
  )
}

const findHint = (rule: Rule): string | undefined =>
  findOptionSource(rule)?.kind === 'interface' ? '选项来自接口，默认值请在“组件 JSON”中填写' : undefined
const isSet = ({ value }: Rule): boolean => value !== undefined && value !== null
const findFault = (rule: Rule): string | undefined =>
  !isSet(rule) ? undefined : checkValue(rule, rule.value ?? null, 'change', false).join('；') || undefined

function InPanel({ rule, isGroup }: { rule: Rule; isGroup: boolean }) {
  return (
    <Prop label="默认值" group={isGroup} fault={findFault(rule)} hint={findHint(rule)}>
      {(aria) => <Begin rule={rule} aria={aria} />}
    </Prop>
  )
}

/** Rows and rich text need more room than the panel has, so they are edited in a dialog. */
function InDialog({ rule }: { rule: Rule }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <Prop label="默认值" fault={findFault(rule)} hint={findHint(rule)} group inline>
      {(aria) => (
        <>
          <Button {...aria} size="small" onClick={() => setOpen(true)}>
            {isSet(rule) ? '修改默认值…' : '设置默认值…'}
          </Button>
          <Modal
            open={open}
            title={`默认值：${findTitle(rule)}`}
            width={760}
            footer={
              <Button kind="primary" onClick={() => setOpen(false)}>
                完成
              </Button>
            }
            onCancel={() => setOpen(false)}
            destroyOnHidden
          >
            <div className="fv" role="group" aria-label={`默认值：${findTitle(rule)}`}>
              <Begin rule={rule} aria={{ id }} />
            </div>
          </Modal>
        </>
      )}
    </Prop>
  )
}

interface BeginProps {
  rule: Rule
  aria: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }
}
function Begin({ rule, aria: { id, ...aria } }: BeginProps) {
  const { act } = useDesigner()
  const rid = findId(rule)
  const view = useMemo<View>(
    () => ({ id, mode: 'edit', upload: null, ask: null, people: [], wait: nothing }),
    [id],
  )
  const state = useMemo<ShownRule>(
    () => ({
      rule: { ...rule, props: { ...rule.props, disabled: false, readonly: false } },
      path: 'rule[0]',
      visible: true,
      disabled: false,
      required: false,
      children: [],
    }),
    [rule],
  )
  const Control = drawings[findKind(rule) ?? '']?.control
  if (!Control) return <></>
  const put = (value: Json): void =>
    void act({ do: 'change', id: rid, change: (old) => beginWith(old, value) }, { what: `${rid} value` })
  return (
    <ViewContext value={view}>
      <Suspense fallback={<Skeleton rows={1} height={32} />}>
        <Control
          state={state}
          id={id}
          value={findDefault(rule) ?? null}
          label="默认值"
          path={rule.field ?? 'value'}
          disabled={false}
          aria={aria}
          onChange={put}
          onBlur={nothing}
          tell={nothing}
        />
      </Suspense>
      {/* A radio button or a slider cannot be cleared by the control itself. */}
      {isSet(rule) && (
        <Button kind="text" size="small" onClick={() => put(null)}>
          清除默认值
        </Button>
      )}
    </ViewContext>
  )
}
const nothing = (): void => {}

/** Sets the default; an empty value removes it, so that the component's own default applies. */
function beginWith(rule: Rule, value: Json): Rule {
  const { value: _before, ...others } = rule
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? others : { ...others, value }
}
