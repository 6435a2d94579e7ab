// Loaders and actions hand what an address, a form or a cookie says to the database, which may say that it is no date,
// number, text or token. Then the page answers 400 or 401, where React Router would call it a fault of ours.
import { data, type ServerBuild } from 'react-router';
import { senderStatusOf } from '#contracts/sender-errors.ts';

type Route = NonNullable<ServerBuild['routes'][string]>;

export function withSenderErrors(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && answeringSender(route)]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function answeringSender(route: Route): Route {
  const { loader, action } = route.module;
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader && { loader: guard(loader) }),
      ...(action && { action: guard(action) }),
    },
  };
}

function guard<Arguments extends unknown[], Result>(run: (...given: Arguments) => Result) {
  return async (...given: Arguments): Promise<Awaited<Result>> => {
    try {
      return await run(...given);
    } catch (error) {
      const status = senderStatusOf(error);
      throw status ? data(null, { status }) : error;
    }
  };
}
