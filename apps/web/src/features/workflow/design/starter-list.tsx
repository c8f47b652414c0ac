import { Button, Select } from 'antd'
import { limits, starterKinds, starterKindWords, type StarterKind } from '@portal/process-kit/model/graph'
import { contains } from '../../../lib/contains.ts'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Prop } from '../../../ui/form/prop.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useOpenDeptOptions } from '../../dept/shared/dept-options.ts'
import { useCodeOptions } from '../../dictionary/shared/code-options.ts'
import { Named, Person, useLabRoles } from './actor-list.tsx'
import { usePostNames, useRoleNames } from './design.queries.ts'
import { readStarters, writeStarters, type StarterDraft } from './settings.ts'
import { useDrawing } from './studio.ts'

/** Who may start the process: everybody while the list is empty. */
export function StarterList() {
  const { drawing } = useDrawing()
  const root = drawing.root()
  const starters = readStarters(root.businessObject)
  const put = (next: readonly StarterDraft[]) =>
    drawing.change(
      root,
      writeStarters((type, properties) => drawing.make(type, properties), root.businessObject, next),
    )
  return (
    <>
      <h3>发起范围</h3>
      <p className="prop-hint">
        {starters.length === 0
          ? '所有人都可以发起。添加后，只有所选的人可以发起。'
          : '符合任意一项即可发起。'}
      </p>
      <div className="bd-entries">
        {starters.map((starter, i) => (
          <fieldset className="bd-entry" key={i}>
            <legend>发起人 {i + 1}</legend>
            <button
              type="button"
              className="bd-close"
              aria-label={`删除发起人 ${i + 1}`}
              onClick={() => put(starters.toSpliced(i, 1))}
            >
              <Icon name="close" size={14} />
            </button>
            <Prop label="类型" inline>
              {(aria) => (
                <Select
                  {...aria}
                  value={starter.kind}
                  options={starterKinds.map((value) => ({ value, label: starterKindWords[value] }))}
                  onChange={(kind: StarterKind) => put(starters.toSpliced(i, 1, { kind, ...NOBODY }))}
                />
              )}
            </Prop>
            <Who
              actor={starter}
              put={(value, label) => put(starters.toSpliced(i, 1, { ...starter, value, label }))}
            />
          </fieldset>
        ))}
        <Button
          size="small"
          disabled={starters.length >= limits.actors}
          onClick={() => put([...starters, { kind: 'userType', ...NOBODY }])}
        >
          添加发起人
        </Button>
      </div>
    </>
  )
}
const NOBODY = { value: null, label: null }

interface WhoProps {
  actor: StarterDraft
  put: (value: string | null, label: string | null) => void
}
function Who(props: WhoProps) {
  switch (props.actor.kind) {
    case 'person':
      return <Person {...props} />
    case 'role':
      return <Named {...props} label="角色" useOptions={useRoleNames} />
    case 'post':
      return <Named {...props} label="岗位" useOptions={usePostNames} />
    case 'labRole':
      return <Named {...props} label="职务" useOptions={useLabRoles} />
    case 'userType':
      return <Named {...props} label="用户类型" useOptions={useUserTypes} />
    case 'dept':
      return <Dept {...props} />
  }
}
const useUserTypes = () => useCodeOptions('campus_user_type')

function Dept({ actor: { value, label }, put }: WhoProps) {
  const options = useOpenDeptOptions()
  const known = value === null ? undefined : { value: Number(value), label: label ?? `编号 ${value}` }
  const useOptions = (keyword: string) => ({
    options: options.filter((option) => contains(option.label, keyword)),
    busy: false,
  })
  return (
    <Prop label="单位" inline>
      {({ id }) => (
        <AsyncSelect
          id={id}
          value={known?.value ?? null}
          known={known}
          useOptions={useOptions}
          placeholder="选择单位"
          onChange={(picked, option) =>
            picked === null ? put(null, null) : put(String(picked), option?.label.trim() ?? null)
          }
        />
      )}
    </Prop>
  )
}
