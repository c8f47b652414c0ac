import { Input, Select } from 'antd'
import { Link } from 'react-router'
import { tierWords, type peopleCalls, type PersonRow, type RoleCode } from '@portal/contract/people/people'
import type { Arguments } from '@portal/contract/kernel/call'
import { listChanged } from '../../../lib/changed.ts'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { InstantInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useOpenDeptOptions } from '../../dept/shared/dept-options.ts'
import { useKeptCodeOptions } from '../../dictionary/shared/code-options.ts'
import { useChangePerson, useCreatePerson } from '../people.queries.ts'
import { PersonSelect } from '../shared/person-select.tsx'
import { RolesField } from './assign-roles.tsx'

type Values = Partial<NonNullable<Arguments<typeof peopleCalls.create>['body']>>

interface Suspension {
  suspendedUntil?: string | null
  suspendedReason?: string | null
}

export function NewPerson({ onCampus, onDone }: { onCampus: boolean; onDone: () => void }) {
  const form = useSubmit<typeof peopleCalls.create, Values>(useCreatePerson(), {
    initial: {
      enabled: true,
      roleIds: [],
      ...(onCampus
        ? { onCampus, tier: 'campus', userType: '1' }
        : { onCampus, tier: 'company', userType: '5' }),
    },
    args: (v) => ({ body: { username: '', name: '', ...v } }),
    done: '用户已新增',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="新增用户" onCancel={onDone} columns={2}>
      <Field
        name="username"
        label="用户名"
        hint={onCampus ? '学号或工号，须与统一身份认证一致' : '登录名，新增后不能修改'}
      >
        <Input maxLength={64} autoComplete="off" />
      </Field>
      <Fields onCampus={onCampus} present={null} />
      <Field
        name="password"
        label="初始密码"
        hint={onCampus ? '不填则只能通过统一身份认证登录；首次登录须先修改' : '请告知本人；首次登录须先修改'}
      >
        <Input.Password maxLength={64} autoComplete="new-password" />
      </Field>
      <RolesField />
    </FormPage>
  )
}

export function ChangePerson({ of, onDone }: { of: PersonRow; onDone: () => void }) {
  const me = useUser()
  const { id, name, email, phone, dept, userType, tier, organization, supervisor } = of
  const initial: Values & Suspension = {
    name,
    email,
    phone,
    deptId: dept?.id ?? null,
    userType,
    tier,
    organization,
    supervisorId: supervisor?.id ?? null,
    suspendedUntil: of.suspendedUntil,
    suspendedReason: of.suspendedReason,
  }
  const form = useSubmit<typeof peopleCalls.change, Values & Suspension>(useChangePerson(), {
    initial,
    args: (v) => ({ body: { ...listChanged(initial, v), id, name: v.name ?? '' } }),
    done: '用户已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone} columns={2}>
      <Fields onCampus={of.onCampus} present={of} heads={of.roles.some(isHead)} own={me?.uid === id} />
      <Field name="suspendedUntil" label="暂停预约至" hint="清空即恢复预约">
        <InstantInput />
      </Field>
      <Field name="suspendedReason" label="暂停原因" hint="本人可以看到">
        <Input maxLength={200} />
      </Field>
    </FormPage>
  )
}

const isHead = ({ code }: { code: string }) => code === ('DEPT_HEAD' satisfies RoleCode)

function Fields({
  onCampus,
  present,
  heads = false,
  own = false,
}: {
  onCampus: boolean
  /** The person as stored: dept and type may no longer be offered. Null for a new one. */
  present: Pick<PersonRow, 'dept' | 'userType' | 'supervisor'> | null
  heads?: boolean
  /** The user's own account. */
  own?: boolean
}) {
  const types = useKeptCodeOptions('campus_user_type', present?.userType ?? null)
  const depts = useOpenDeptOptions(present?.dept?.id ?? null)
  return (
    <>
      <Field name="name" label="姓名">
        <Input maxLength={50} />
      </Field>
      <Field name="userType" label="用户类型">
        <Select options={types} />
      </Field>
      {onCampus ? (
        <>
          <Field
            name="deptId"
            label="单位"
            {...(heads && { hint: '该用户是院系负责人，更换单位后不再担任，请另行授予角色' })}
          >
            <Select
              allowClear
              options={depts}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="请选择单位"
            />
          </Field>
          <Field name="supervisorId" label="导师" hint="预约时默认由导师付款">
            <PersonSelect known={present?.supervisor} />
          </Field>
        </>
      ) : (
        <>
          <Field name="organization" label="单位名称">
            <Input maxLength={100} />
          </Field>
          <Field name="tier" label="单位类型" hint="决定收费标准">
            <Select
              options={(['school', 'company'] as const).map((value) => ({ value, label: tierWords[value] }))}
            />
          </Field>
        </>
      )}
      <Field
        name="email"
        label="邮箱"
        {...(own && {
          hint: (
            <>
              本人的邮箱请在<Link to={to('/account/homepage', { tab: 'profile' })}>个人资料</Link>中修改
            </>
          ),
        })}
      >
        <Input maxLength={100} inputMode="email" disabled={own} />
      </Field>
      <Field name="phone" label="电话">
        <Input maxLength={25} inputMode="tel" />
      </Field>
    </>
  )
}
