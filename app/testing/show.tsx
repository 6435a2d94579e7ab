// Shows a component as a page of the site does: with the router, the toasts and the dialog around it.
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { commands, page } from 'vitest/browser';
import ConfirmDialog from '#app/ui/confirm/confirm-dialog.tsx';
import { getQuestions } from '#app/ui/confirm/confirm-queue.ts';
import { cancelConfirm } from '#app/ui/confirm/confirm-store.ts';
import ToastRegion from '#app/ui/toast/toast-region.tsx';
import { dismissToast } from '#app/ui/toast/toast-store.ts';

/** Until the test is over. */
export function show(children: ReactNode): Promise<void> {
  return showRoutes([{ index: true, element: <main id="main">{children}</main> }]);
}

/** Pages that lead to each other, beginning with "/"; `beside` is outside of the page, as the radio is. */
export async function showRoutes(
  children: RouteObject[],
  { beside, middleware }: { beside?: ReactNode; middleware?: RouteObject['middleware'] } = {},
): Promise<void> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const element = (
    <>
      <div id="page">
        <Outlet />
      </div>
      {beside}
      <ToastRegion />
      <ConfirmDialog />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element, middleware, children }]);
  root.render(<RouterProvider router={router} />);
  onTestFinished(() => {
    dismissToast();
    for (const { question } of getQuestions()) cancelConfirm(question.id);
    root.unmount();
    container.remove();
  });
  await page.getByTestId('toast-viewport').findElement();
}

/** Until the test is over, for someone who does not mind motion. */
export async function showMotion(): Promise<void> {
  await commands.preferMotion('no-preference');
  onTestFinished(() => commands.preferMotion('reduce'));
}
