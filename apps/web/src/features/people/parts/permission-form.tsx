import { Input, InputNumber, TreeSelect } from 'antd'
import type { PermissionNode, rightsCalls } from '@portal/contract/people/rights'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { useChangePermission, useCreatePermission } from '../people.queries.ts'

interface Values {
  parentId?: number | null
  code?: string
  name?: string
  sort?: number
}
type Tree = readonly PermissionNode[]

export function NewPermission({
  under,
  tree,
  onDone,
}: {
  under: PermissionNode | null
  tree: Tree
  onDone: () => void
}) {
  const form = useSubmit<typeof rightsCalls.createPermission, Values>(useCreatePermission(), {
    initial: { parentId: under?.id ?? null, sort: 10 },
    args: (v) => ({ body: { code: '', name: '', ...v } }),
    done: '权限已新增',
    after: onDone,
  })
  return <Fields form={form} tree={tree} submit="新增权限" onDone={onDone} />
}

export function ChangePermission({
  of: { id, parentId, code, name, sort, builtin },
  tree,
  onDone,
}: {
  of: PermissionNode
  tree: Tree
  onDone: () => void
}) {
  const form = useSubmit<typeof rightsCalls.changePermission, Values>(useChangePermission(), {
    initial: { parentId, code, name, sort },
    args: (v) => ({ body: { id, code, name, ...v } }),
    done: '权限已修改',
    after: onDone,
  })
  return <Fields form={form} tree={tree} submit="保存修改" onDone={onDone} builtin={builtin} without={id} />
}

interface Option {
  value: number
  title: string
  children: Option[]
}
/** Possible parents: all but the permission itself and its descendants. */
const listOptions = (tree: Tree, without: number | undefined): Option[] =>
  tree
    .filter((p) => p.id !== without)
    .map((p) => ({ value: p.id, title: p.name, children: listOptions(p.children, without) }))

interface Props {
  form: SubmitForm<Values>
  tree: Tree
  submit: string
  onDone: () => void
  builtin?: boolean
  without?: number
}
const Fields = ({ form, tree, submit, onDone, builtin = false, without }: Props) => (
  <FormPage form={form} submit={submit} onCancel={onDone}>
    <Field name="parentId" label="上级权限" hint="不选则为顶级">
      <TreeSelect
        allowClear
        treeDefaultExpandAll
        treeData={listOptions(tree, without)}
        showSearch={{ treeNodeFilterProp: 'title' }}
        placeholder="顶级"
      />
    </Field>
    <Field name="code" label="权限编码" hint={builtin ? '内置权限的编码不能修改' : '大写字母、数字或下划线'}>
      <Input maxLength={50} disabled={builtin} />
    </Field>
    <Field name="name" label="权限名称">
      <Input maxLength={50} />
    </Field>
    <Field name="sort" label="排序" hint="小的在前">
      <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
    </Field>
  </FormPage>
)
