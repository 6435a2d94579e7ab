// Loaders and actions pass values of an address, a form or a cookie to the database, which may reject them as dates,
// numbers, texts or tokens. Then the page returns 400 or 401, where React Router would return 500.
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
