// Layout of the payment pages: staff only.
import { Outlet } from 'react-router';
import { guardPage } from '../guard.server.ts';

export const loader = guardPage('staff', 'owner');

export default function PaymentsLayout() {
  return <Outlet />;
}
