import { Button, Select } from 'antd'
import { labRoles, labRoleWords } from '@portal/contract/lab/lab'
import { actorKinds, actorKindWords, limits, type ActorKind } from '@portal/process-kit/model/graph'
import { contains } from '../../../lib/contains.ts'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Prop } from '../../../ui/form/prop.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useOpenDeptOptions } from '../../dept/shared/dept-options.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { usePostNames, useRoleNames } from './design.queries.ts'
import type { ActorDraft } from './settings.ts'
import { useFields } from './studio.ts'

interface Props {
  /** 办理人 or 抄送. */
  noun: string
  actors: readonly ActorDraft[]
  onChange: (actors: ActorDraft[]) => void
}

/** A list of actors, such as people and roles, one per entry. */
export function ActorList({ noun, actors, onChange }: Props) {
  return (
    <div className="bd-entries">
      {actors.map((actor, i) => (
        <fieldset className="bd-entry" key={i}>
          <legend>
            {noun} {i + 1}
          </legend>
          <button
            type="button"
            className="bd-close"
            aria-label={`删除${noun} ${i + 1}`}
            onClick={() => onChange(actors.toSpliced(i, 1))}
          >
            <Icon name="close" size={14} />
          </button>
          <ActorFields actor={actor} onChange={(next) => onChange(actors.toSpliced(i, 1, next))} />
        </fieldset>
      ))}
      <Button
        size="small"
        disabled={actors.length >= limits.actors}
        onClick={() => onChange([...actors, freshActor('person')])}
      >
        添加{noun}
      </Button>
    </div>
  )
}
export const freshActor = (kind: ActorKind): ActorDraft => ({ kind, value: null, of: null, label: null })

interface FieldsProps {
  actor: ActorDraft
  onChange: (actor: ActorDraft) => void
}
/** One actor: its kind, and which person, role or field. */
export const ActorFields = ({ actor, onChange }: FieldsProps) => (
  <>
    <Prop label="类型" inline>
      {(aria) => (
        <Select
          {...aria}
          value={actor.kind}
          options={actorKinds.map((value) => ({ value, label: actorKindWords[value] }))}
          onChange={(kind: ActorKind) => onChange(freshActor(kind))}
        />
      )}
    </Prop>
    <Who actor={actor} onChange={onChange} />
  </>
)

function Who({ actor, onChange }: FieldsProps) {
  const put = (value: string | null, label: string | null) => onChange({ ...actor, value, label })
  switch (actor.kind) {
    case 'person':
      return <Person actor={actor} put={put} />
    case 'role':
      return <Named label="角色" actor={actor} put={put} useOptions={useRoleNames} />
    case 'post':
      return <Named label="岗位" actor={actor} put={put} useOptions={usePostNames} />
    case 'labRole':
      return (
        <>
          <Named label="职务" actor={actor} put={put} useOptions={useLabRoles} />
          <LabField actor={actor} onChange={onChange} />
        </>
      )
    case 'deptHead':
      return <Dept actor={actor} put={put} />
    case 'formField':
      return <Named label="字段" actor={actor} put={put} useOptions={usePeopleFields} />
    case 'starter':
    case 'starterSuperior':
      return null
  }
}

interface PutProps {
  actor: Pick<ActorDraft, 'value' | 'label'>
  put: (value: string | null, label: string | null) => void
}
export const Person = ({ actor: { value, label }, put }: PutProps) => (
  <Prop label="人员" inline>
    {({ id }) => (
      <PersonSelect
        id={id}
        value={value === null ? null : Number(value)}
        known={value === null ? null : { id: Number(value), name: label ?? `编号 ${value}` }}
        // The diagram shows the name only, without the part in brackets.
        onPick={(person) => put(String(person.id), person.name.replace(/（.*$/, ''))}
        onChange={(picked) => {
          if (picked === null) put(null, null)
        }}
      />
    )}
  </Prop>
)

interface NamedProps extends PutProps {
  label: string
  useOptions: () => { value: string; label: string }[]
}
export function Named({ label, actor, put, useOptions }: NamedProps) {
  const options = useOptions()
  const { value } = actor
  const isKnown = value === null || options.some((option) => option.value === value)
  const all = isKnown ? options : [...options, { value, label: actor.label ?? value }]
  return (
    <Prop label={label} inline>
      {(aria) => (
        <Select
          {...aria}
          value={value}
          placeholder={`选择${label}`}
          notFoundContent={label === '字段' ? '绑定的表单没有选择人员的字段' : '没有可选的内容'}
          showSearch={{ optionFilterProp: 'label' }}
          options={all}
          onChange={(next: string) => put(next, all.find((option) => option.value === next)?.label ?? null)}
        />
      )}
    </Prop>
  )
}
export const useLabRoles = () => labRoles.map((value) => ({ value, label: labRoleWords[value] }))
const usePeopleFields = () =>
  useFields()
    .filter((field) => field.people)
    .map(({ field, title }) => ({ value: field, label: title }))

/** The laboratory of a role: one that a form field names, or those the starter is in. */
function LabField({ actor, onChange }: FieldsProps) {
  const options = useFields().map(({ field, title }) => ({ value: field, label: `表单字段“${title}”` }))
  return (
    <Prop label="实验室" inline>
      {(aria) => (
        <Select
          {...aria}
          value={actor.of ?? ''}
          options={[{ value: '', label: '发起人所在的实验室' }, ...options]}
          onChange={(of: string) => onChange({ ...actor, of: of || null })}
        />
      )}
    </Prop>
  )
}

function Dept({ actor: { value, label }, put }: PutProps) {
  const options = useOpenDeptOptions()
  const own = { value: 0, label: '发起人所在单位' }
  const known = value === null ? own : { value: Number(value), label: label ?? `编号 ${value}` }
  const useOptions = (keyword: string) => ({
    options: options.filter((option) => contains(option.label, keyword)),
    busy: false,
  })
  return (
    <Prop label="单位" inline>
      {({ id }) => (
        <AsyncSelect
          id={id}
          value={known.value}
          known={known}
          offered={[own]}
          useOptions={useOptions}
          onChange={(picked, option) =>
            picked === null || picked === 0
              ? put(null, null)
              : put(String(picked), option?.label.trim() ?? null)
          }
        />
      )}
    </Prop>
  )
}
