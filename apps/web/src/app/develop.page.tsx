import { ButtonLink, Card, Empty } from '../ui/light.tsx'

/** The placeholder the specification asks for (§2, develop). */
export default function DevelopPage() {
  return (
    <Card>
      <h1>待开发</h1>
      <Empty text="该栏目待开发">
        <ButtonLink to="/osp/home">返回首页</ButtonLink>
      </Empty>
    </Card>
  )
}
